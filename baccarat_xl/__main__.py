from baccarat_xl.cli import run

run()
