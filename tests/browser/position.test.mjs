// How positions and moves are read, without a browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const source = readFileSync(new URL("../../referee/view/page/position.js", import.meta.url));
const { readMove, readPosition } = await import(`data:text/javascript;base64,${source.toString("base64")}`);

test("draughts: squares from 1 at the top, kings, ranges, captures", () => {
  const position = readPosition("draughts/international", "W:W31-50:B1-19,K20");
  assert.equal(position.toMove, 1);
  assert.deepEqual(position.tally, [20, 20]);
  assert.equal(position.cells[1], "b");
  assert.equal(position.cells[90], "w");
  assert.equal(position.cells[38], "B");
  const { cells } = readMove(position, "28x19x23");
  assert.deepEqual(cells.map(({ role }) => role), ["from", "to", "taken"]);
  assert.deepEqual(cells.map(({ cell }) => cell), [54, 36, 45]);
});

test("reversi: a1 is at the top left", () => {
  const position = readPosition("reversi/othello", `X${"-".repeat(62)}O O`);
  assert.deepEqual([position.cells[0], position.cells[63], position.toMove], ["X", "O", 2]);
  assert.deepEqual(readMove(position, "h1").cells, [{ cell: 7, role: "to" }]);
  assert.equal(readMove(position, "pass"), null);
});

test("amazons: a1 is at the bottom left, runs of ten and more are one number", () => {
  const position = readPosition("amazons/10x10", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1");
  assert.equal(position.cells[3], "q");
  assert.equal(position.cells[93], "Q");
  assert.deepEqual(readMove(position, "d1-d7/g10").cells.map(({ cell }) => cell), [93, 33, 6]);
  assert.equal(readPosition("amazons/10x10", "3q2q3/9 w"), null);
});

test("dots-and-boxes: a box belongs to whoever closed it", () => {
  const before = readPosition("dots-and-boxes/1x2", "1x2 1111110 1-0 1");
  assert.deepEqual(before.owners, [1, 0]);
  const after = readPosition("dots-and-boxes/1x2", "1x2 1111111 1-1 2", before);
  assert.deepEqual(after.owners, [1, 2]);
  assert.deepEqual(readPosition("dots-and-boxes/1x2", "1x2 1111111 1-1 2").owners, [null, null]);
});

test("dots-and-boxes: names of edges", () => {
  const position = readPosition("dots-and-boxes/2x3", "2x3 01000000000001000 0-0 1");
  assert.deepEqual(readMove(position, "b3h").edge, { vertical: false, row: 0, column: 1 });
  assert.deepEqual(readMove(position, "a1v").edge, { vertical: true, row: 1, column: 0 });
  assert.ok(position.horizontal[0][1] && position.vertical[1][0]);
});

test("what is no position is null, whatever it is", () => {
  for (const game of ["draughts", "reversi", "amazons", "dots-and-boxes/5x5", "ugi", "constructor", "__proto__", ""]) {
    for (const fen of ["", " ", "/", ":", "W:", "W:WX:B1", "W:W51:B1", "9x9 0 0-0 1", "99999999x99999999 1 0-0 1",
      "\u0000", "<b>", "99999999999 w", "-".repeat(64)]) {
      assert.equal(readPosition(game, fen), null, `${game} ${fen}`);
    }
  }
});
