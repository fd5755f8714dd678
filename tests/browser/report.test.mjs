import assert from "node:assert/strict";
import { readFileSync, writeFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { engine, folder, launch, open, referee, screenshot } from "./browser.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const hostile = "</script><img src=x onerror=alert(1)>";

/** Plays, and writes the report; its address. */
async function report(name, ...words) {
  const archive = join(folder, `${name}.db`);
  const page = join(folder, `${name}.html`);
  for (const end of ["", "-wal", "-shm"]) rmSync(archive + end, { force: true });
  const played = await referee(...words, "-archive", archive).ended;
  assert.equal(played.status, 0, played.output);
  const written = await referee("report", archive, "-html", page).ended;
  assert.equal(written.status, 0, written.output);
  return `file://${page}`;
}

/** Opens a game of the list and goes to its middle. */
async function replay(page, row) {
  await page.locator("#games .body .row").nth(row).click();
  await page.waitForSelector("dialog[open] .board svg");
  const plies = await page.locator("dialog .move").count();
  await page.locator("dialog .move").nth(Math.floor(plies / 2)).click();
  return plies;
}

test("a report of two players: figures, curve, list, replay by keyboard", async () => {
  const url = await report("two", "-game", "reversi", ...engine("reversi", `name=${hostile}`), ...engine("reversi", "name=second", "depth=2"),
    "-each", "depth=3", "-rounds", "20", "-games", "2", "-repeat", "-openings", "random", "plies=8", "seed=1");
  const page = await open(browser, url);
  assert.match(await page.locator("h1").textContent(), /<\/script><img src=x/);
  assert.equal(await page.locator("#standings tbody tr").count(), 2);
  assert.equal(await page.locator("#elo .curve").count(), 1);
  assert.match(await page.locator("#games .total").textContent(), /^40 games$/);
  await screenshot(page, "report-two", { fullPage: true });

  const plies = await replay(page, 0);
  assert.ok(plies > 40);
  await page.keyboard.press("Home");
  assert.equal(await page.locator("dialog .move.now .ply").textContent(), "0");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator("dialog .move.now .ply").textContent(), "1");
  assert.equal(await page.locator("dialog .board .piece").count(), 5);
  await page.keyboard.press("End");
  assert.equal(await page.locator("dialog .move.now .ply").textContent(), String(plies - 1));
  await page.keyboard.press("ArrowDown");
  assert.match(await page.locator("#replay-title").textContent(), /^Game 2/);
  assert.match(page.url(), /#game-2$/);
  await page.keyboard.press("Escape");

  await page.fill("#games input[type=search]", "no such thing");
  assert.match(await page.locator("#games .total").textContent(), /^0 of 40 games$/);
  assert.deepEqual(page.errors, []);
});

for (const [game, pieces] of [["draughts", ".piece"], ["reversi/reversed", ".piece"], ["amazons", ".stone"], ["amazons/6x6", ".stone"],
  ["dots-and-boxes", ".edge.drawn"], ["dots-and-boxes/2x4", ".edge.drawn"]]) {
  test(`games of ${game} are drawn`, async () => {
    const name = game.replace("/", "-");
    const kind = game.split("/")[0];
    const url = await report(name, "-game", game, ...["A", "B", "C"].flatMap((player) => engine(kind, `name=${player}`)),
      "-each", "depth=2", "-rounds", "1", "-games", "2", "-repeat", "-openings", "random", "plies=2", "seed=1");
    for (const [scheme, colorScheme] of [["light", "light"], ["dark", "dark"]]) {
      const page = await open(browser, url, { colorScheme });
      assert.equal(await page.locator("#cross .duel").count(), 6);
      await replay(page, 0);
      assert.ok(await page.locator(`dialog .stage .board ${pieces}`).count() > 0);
      assert.equal(await page.locator("dialog .board .fen").count(), 0);
      await screenshot(page, `game-${name}-${scheme}`);
      assert.deepEqual(page.errors, []);
    }
  });
}

test("5000 games, 500 of them with their moves, stay quick to handle", async () => {
  const url = await report("base", "-game", "draughts", ...engine("draughts", "name=A"), ...engine("draughts", "name=B"),
    "-each", "depth=1", "-rounds", "5", "-games", "2", "-repeat", "-openings", "random", "plies=4", "seed=1");
  const path = new URL(url).pathname;
  const page = readFileSync(path, "utf8");
  const [, data] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page);
  const large = JSON.parse(data);
  large.games = Array.from({ length: 5000 }, (_, i) => {
    const game = large.games[i % large.games.length];
    return { ...game, number: i + 1, record: i < 500 ? game.record : null };
  });
  const text = JSON.stringify(large).replaceAll("<", "\\u003c");
  writeFileSync(path, page.replace(data, () => text));
  const view = await open(browser, url);
  await view.waitForSelector("#games .row");
  assert.match(await view.locator("#games .total").textContent(), /^5000 games$/);
  assert.ok(await view.evaluate(() => document.querySelectorAll("*").length) < 5000, "only rows in sight are drawn");
  await view.locator("#games .window").evaluate((box) => { box.scrollTop = box.scrollHeight; });
  await view.locator("#games .body .row .no", { hasText: /^5000$/ }).click();
  assert.match(await view.locator("dialog .hint").textContent(), /not on this page/);
  assert.deepEqual(view.errors, []);
});

test("on a phone nothing is wider than the screen, and a game can be stepped through", async () => {
  const url = await report("phone", "-game", "draughts", ...engine("draughts", "name=A"), ...engine("draughts", "name=B"),
    "-each", "depth=2", "-rounds", "2", "-games", "2", "-repeat", "-openings", "random", "plies=4", "seed=1");
  const page = await open(browser, url, { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await screenshot(page, "report-phone");
  await replay(page, 0);
  await page.locator("dialog .steps button").first().tap();
  assert.equal(await page.locator("dialog .move.now .ply").textContent(), "0");
  await page.locator("dialog .steps button").nth(3).tap();
  assert.equal(await page.locator("dialog .move.now .ply").textContent(), "1");
  await screenshot(page, "report-phone-game");
  assert.deepEqual(page.errors, []);
});
