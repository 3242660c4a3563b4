// Calls the functions of a module in Pyodide, as Excel's JavaScript does: with numbers, texts, booleans, nulls,
// error objects and arrays of rows. node run_in_pyodide.mjs PYODIDE-FOLDER WHEEL FOLDER (WHEEL may be -); it holds
// main.py, xlwings.py (a stand-in) and calls.json, and receives answers.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [packages, wheel, folder] = process.argv.slice(2);
process.on("uncaughtException", (problem) => {
  console.error(problem.message);
  process.exit(1);
});
const { loadPyodide } = await import(pathToFileURL(join(packages, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: packages + "/" });
if (wheel !== "-") python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
for (const name of ["xlwings.py", "main.py"]) {
  python.FS.writeFile("/home/pyodide/" + name, readFileSync(join(folder, name), "utf8"));
}
const host = python.runPython("import xlwings, main; xlwings.Host(main)");
const about = python.runPython(`
import importlib.metadata, importlib.util, sys
[next((found.version for found in importlib.metadata.distributions(name="baccarat-xl")), None), sys.version.split()[0], sys.platform,
 [name for name in ("numpy", "openpyxl", "rich", "click") if importlib.util.find_spec(name)]]
`).toJs();

const excelValue = (cell) =>
  cell !== null && typeof cell === "object"
    ? { type: "Error", basicType: "Error", basicValue: cell.error, basicValueType: "String" }
    : cell;
const shown = (answer) =>
  answer !== null && typeof answer === "object" && "toJs" in answer
    ? answer.toJs({ dict_converter: Object.fromEntries })
    : answer;

const { calls } = JSON.parse(readFileSync(join(folder, "calls.json")));
const answers = calls.map(({ name, mode, states }) => {
  if (mode === "columns") {
    const columns = states[0].map((_, place) => states.map((state) => [excelValue(state[place])]));
    return shown(host.call(name, columns)).map((row) => row[0]);
  }
  return states.map((state) => {
    const cells = state.map(excelValue);
    return shown(mode === "raw" ? host.raw(name, cells) : host.call(name, cells));
  });
});
writeFileSync(join(folder, "answers.json"), JSON.stringify({ about, version: python.version, answers }));
