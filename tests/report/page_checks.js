// The page at phone and desktop width, light and dark: axe-core's findings, what it fetches, what overflows.
const path = require("path");
const [modules, browser, page] = process.argv.slice(2);
const { chromium } = require(path.join(modules, "playwright-core"));

(async () => {
  const running = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
  const found = [];
  for (const width of [360, 1280]) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await running.newContext({
        viewport: { width, height: 800 }, colorScheme, bypassCSP: true,
      });
      const tab = await context.newPage();
      const fetched = [];
      tab.on("request", (request) => fetched.push(request.url()));
      await tab.goto("file://" + page);
      await tab.addScriptTag({ path: path.join(modules, "axe-core", "axe.min.js") });
      const result = await tab.evaluate(() => axe.run());
      const wide = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      found.push({
        width, colorScheme, wide,
        fetched: fetched.length,
        passes: result.passes.length,
        violations: result.violations.map((one) => one.id + ": " + one.nodes.map((node) => node.html).join(" ")),
      });
      await context.close();
    }
  }
  await running.close();
  console.log(JSON.stringify(found));
})();
