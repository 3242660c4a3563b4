"""Check recorded rounds from Python: every contradiction at once, each at its cell."""

from baccarat_xl import Record, resolve, round_of

right = round_of(["2", "3", "8"], ["A", "2"], "Tie")
print(f"{right.outcome}: {len(right.faults)} faults")

wrong = resolve(Record("2", "3", "8", "A", "2", "5", player_initial=5, banker_initial=3, outcome="Player"))
for fault in wrong.faults:
    print(f"{fault.roles[0]}: {fault.why}; expected {fault.expected}, found {fault.found}")

waiting = resolve(Record("2", "3", None, "A", "4", None, ends_recorded=True))
print(f"not verifiable yet, missing: {', '.join(waiting.missing)}")

unseen = resolve(Record("2", "3", "?", "A", "4", None, player_final=1))
print(f"inferred, not recorded: {unseen.inferred}")
