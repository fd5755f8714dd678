import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { answering, engine, freePort, launch, open, referee, screenshot } from "./browser.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

/** A match with its live page. */
async function match(...words) {
  const port = await freePort();
  const run = referee(...words, "-web", String(port));
  const url = `http://127.0.0.1:${port}/`;
  await answering(url);
  return { ...run, url };
}

const hostile = "<img src=x onerror=alert(1)>";

test("a match is watched: moves arrive, clocks run, standings change, a finished game is replayed", async () => {
  const run = await match("-game", "reversi", ...engine("reversi", `name=${hostile}`), ...engine("reversi", "name=B"),
    "-each", "tc=2+0.02", "-rounds", "50", "-games", "2", "-repeat", "-openings", "random", "plies=6", "seed=1");
  try {
    const page = await open(browser, run.url);
    await page.waitForSelector(".card .board svg");
    assert.equal(await page.locator(".state").textContent(), "live");
    assert.match(await page.locator("h1").textContent(), /<img src=x onerror=alert\(1\)> against B/);
    const note = page.locator(".card .note");
    const earlier = await note.textContent();
    await page.waitForFunction((text) => document.querySelector(".card .note").textContent !== text, earlier);
    const pieces = () => page.locator(".card .piece").count();
    const discs = await pieces();
    await page.waitForFunction((number) => document.querySelectorAll(".card .piece").length > number, discs);
    await screenshot(page, "live-first-game");

    await page.waitForSelector(".figures table", { timeout: 60_000 });
    const played = () => page.locator(".progress-text").textContent();
    const first = await played();
    await page.waitForFunction((text) => document.querySelector(".progress-text").textContent !== text, first, { timeout: 60_000 });
    await screenshot(page, "live-standings");

    await page.locator(".finished .body .row").first().click();
    await page.waitForSelector("dialog[open] .board svg");
    assert.match(await page.locator("dialog .outcome").textContent(), /(1–0|0–1|½–½)/);
    const shown = () => page.locator("dialog .move").evaluateAll((moves) => moves.findIndex((move) => move.classList.contains("now")));
    const onBoard = () => page.locator("dialog .stage .board .piece").count();
    await page.keyboard.press("Home");
    assert.equal(await shown(), 0);
    const atFirst = await onBoard();
    for (let i = 0; i < 20; ++i) await page.keyboard.press("ArrowRight");
    assert.equal(await shown(), 20);
    assert.ok(await onBoard() > atFirst + 15);
    await screenshot(page, "live-replay");
    await page.keyboard.press("Escape");
    assert.deepEqual(page.errors, []);
  } finally {
    await run.stop();
  }
});

test("the page tells that the run has ended, and keeps what it knows", async () => {
  const run = await match("-game", "draughts", ...engine("draughts", "name=A"), ...engine("draughts", "name=B"),
    "-each", "st=0.03", "timemargin=5000", "-rounds", "2", "-games", "2", "-openings", "random", "plies=4", "seed=1");
  const page = await open(browser, run.url);
  await page.waitForSelector(".card .board svg");
  await page.waitForSelector(".state.complete", { timeout: 60_000 });
  const { status, output } = await run.ended;
  assert.equal(status, 0, output);
  await page.waitForFunction(() => document.querySelector(".progress-text").textContent.startsWith("4 of 4 games"));
  assert.equal(await page.locator(".finished .body .row").count(), 4);
  await screenshot(page, "live-complete");
});

test("many games at once, in the dark, on a phone", async () => {
  const run = await match("-game", "amazons/6x6", ...["A", "B", "C", "D"].flatMap((name) => engine("amazons", `name=${name}`)),
    "-each", "st=0.2", "timemargin=5000", "-rounds", "20", "-games", "2", "-concurrency", "8", "-openings", "random", "plies=2", "seed=1");
  try {
    const wide = await open(browser, run.url, { width: 1600, height: 1000, colorScheme: "dark" });
    await wide.waitForFunction(() => document.querySelectorAll(".card .board svg").length === 8);
    await wide.waitForSelector(".figures .cross", { timeout: 60_000 });
    await screenshot(wide, "live-many");
    const phone = await open(browser, run.url, { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true });
    await phone.waitForSelector(".card .board svg");
    assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 390);
    await screenshot(phone, "live-phone");
    assert.deepEqual([...wide.errors, ...phone.errors], []);
  } finally {
    await run.stop();
  }
});
