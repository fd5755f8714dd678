// What the tests share: the browser, pages that tell of their errors, screenshots, the referee as a process.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { join } from "node:path";

export const bin = process.env.SPARRING_BIN;
export const folder = process.env.SPARRING_BROWSER;  // packages, what the tests make, screenshots
const { chromium } = createRequire(join(folder, "package.json"))("playwright-core");

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** As root, and in most containers, chromium's own sandbox cannot start. */
export const launch = () => chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

/** A page that has `errors`: exceptions, refusals by the content security policy, anything loaded from elsewhere. */
export async function open(browser, url, { width = 1280, height = 900, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, ...options });
  const page = await context.newPage();
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(error.stack));
  page.on("dialog", (dialog) => { page.errors.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("console", (message) => { if (message.type() === "error") page.errors.push(message.text()); });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && origin !== new URL(url).origin) page.errors.push(`loads ${request.url()}`);
  });
  await page.goto(url);
  return page;
}

export async function screenshot(page, name, options = {}) {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), ...options });
}

export const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

/** The referee: `ended` is a promise of {status, output}; `stop()` interrupts it. */
export function referee(...words) {
  const child = spawn(join(bin, "referee"), words, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (data) => { output += data; });
  child.stderr.on("data", (data) => { output += data; });
  const ended = new Promise((resolve) => child.on("close", (status) => resolve({ status, output })));
  return { ended, stop: () => { child.kill("SIGINT"); return ended; } };
}

export const engine = (name, ...more) => ["-engine", `cmd=${join(bin, name)}`, ...more];

/** Asks until something answers there. */
export async function answering(url) {
  for (let i = 0; i < 200; ++i) {
    try {
      return await fetch(url);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`${url} does not answer`);
}
