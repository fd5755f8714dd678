// Positions and moves of the four games, read for drawing. Pure functions; what cannot be read is
// null, and the page then shows the text as it is.
//
// A position: kind, columns, rows, toMove (1 or 2), tally ([first's, second's] pieces or boxes, or
// null) and, on boards of squares, cells (one text each, row by row from the top, "" for an empty
// one); in dots-and-boxes horizontal and vertical (rows of booleans from the top) and owners (0, 1,
// 2 for each box, null where a box is closed and nobody knows by whom).

const letters = "abcdefghijklmnopqrstuvwxyz";

export const kindOf = (game) => game.split("/")[0];

const countOf = (cells, wanted) => cells.filter((cell) => cell && wanted.includes(cell)).length;

/** The cell of square 1 to 50: dark squares row by row from Black's side. */
function draughtsCell(square) {
  const row = Math.floor((square - 1) / 5);
  return row * 10 + 2 * ((square - 1) % 5) + (row % 2 === 0 ? 1 : 0);
}

export function draughtsSquare(cell) {
  const [row, column] = [Math.floor(cell / 10), cell % 10];
  return (row + column) % 2 === 1 ? row * 5 + Math.floor(column / 2) + 1 : null;
}

function readDraughts(fen) {
  const [turn, ...sides] = fen.trim().replace(/\.$/, "").split(":");
  if (!/^[WB]$/.test(turn) || sides.length < 2) return null;
  const cells = Array(100).fill("");
  for (const side of sides) {
    if (!/^[WB]/.test(side)) continue;  // counters
    for (const item of side.slice(1).split(",").filter(Boolean)) {
      const match = /^(K?)(\d+)(?:-(\d+))?$/.exec(item.trim());
      const last = match && Number(match[3] ?? match[2]);
      if (!match || Number(match[2]) < 1 || last > 50) return null;
      const piece = match[1] ? side[0] : side[0].toLowerCase();
      for (let square = Number(match[2]); square <= last; ++square) cells[draughtsCell(square)] = piece;
    }
  }
  const tally = [countOf(cells, "wW"), countOf(cells, "bB")];
  return { columns: 10, rows: 10, cells, toMove: turn === "W" ? 1 : 2, tally };
}

function readReversi(fen) {
  const match = /^\s*([XO*.x_o0-]{64})\s+([XO*xo])/.exec(fen);
  if (!match) return null;
  const disc = (char) => ("X*x".includes(char) ? "X" : "Oo0".includes(char) ? "O" : "");
  const cells = [...match[1]].map(disc);
  const tally = [countOf(cells, "X"), countOf(cells, "O")];
  return { columns: 8, rows: 8, cells, toMove: disc(match[2]) === "X" ? 1 : 2, tally };
}

function readAmazons(fen) {
  const [board, turn] = fen.trim().split(/\s+/);
  const piece = { Q: "Q", w: "Q", q: "q", b: "q", "*": "*", x: "*" };
  const rows = board.split("/").map((row) =>
    (row.match(/\d+|./g) ?? []).flatMap((part) =>
      /^\d/.test(part) ? (part <= 26 ? Array(Number(part)).fill("") : [undefined]) : [piece[part]]));
  const columns = rows[0].length;
  const cells = rows.flat();
  if (columns < 1 || columns > 26 || rows.length > 26 || rows.some((row) => row.length !== columns)) return null;
  if (cells.includes(undefined) || !/^[wb]$/.test(turn ?? "")) return null;
  return { columns, rows: rows.length, cells, toMove: turn === "w" ? 1 : 2, tally: null };
}

/** Who closed each box: as before, and what is newly closed belongs to whoever has more boxes now. */
function ownersOf(position, before) {
  const gained = position.tally.map((boxes, side) => boxes - (before?.tally[side] ?? 0));
  const closer = gained[1] === 0 ? 1 : gained[0] === 0 ? 2 : null;
  return Array.from({ length: position.rows * position.columns }, (_, box) => {
    const [row, column] = [Math.floor(box / position.columns), box % position.columns];
    const closed = position.horizontal[row][column] && position.horizontal[row + 1][column] &&
      position.vertical[row][column] && position.vertical[row][column + 1];
    if (!closed) return 0;
    const owner = before?.owners[box];
    return owner === 0 || owner === undefined ? closer : owner;
  });
}

function readDotsAndBoxes(fen, before) {
  const match = /^\s*(\d+)x(\d+) ([01]+) (\d+)-(\d+) ([12])/.exec(fen);
  if (!match) return null;
  const [rows, columns] = [Number(match[1]), Number(match[2])];
  const across = (rows + 1) * columns;
  if (rows < 1 || columns < 1 || match[3].length !== across + rows * (columns + 1)) return null;
  const drawn = [...match[3]].map((char) => char === "1");
  const slice = (start, width, height) =>
    Array.from({ length: height }, (_, row) => drawn.slice(start + row * width, start + (row + 1) * width));
  const position = {
    columns, rows, toMove: Number(match[6]), tally: [Number(match[4]), Number(match[5])],
    horizontal: slice(0, columns, rows + 1), vertical: slice(across, columns + 1, rows),
  };
  const fits = before?.kind === "dots-and-boxes" && before.rows === rows && before.columns === columns;
  position.owners = ownersOf(position, fits ? before : null);
  return position;
}

const readers = {
  draughts: readDraughts, reversi: readReversi, amazons: readAmazons,
  "dots-and-boxes": readDotsAndBoxes,
};

/** `before` is the position a move earlier, where there is one: it knows who closed which box. */
export function readPosition(game, fen, before = null) {
  const kind = kindOf(game);
  const position = Object.hasOwn(readers, kind) ? readers[kind](String(fen), before) : null;
  return position && { kind, ...position };
}

/** The cells a move touched, [{cell, role}] with role from, to, taken or arrow; or {edge}; or null. */
export function readMove(position, move) {
  if (!position || !move) return null;
  const { kind, columns, rows } = position;
  if (kind === "draughts") {
    const squares = move.split(/[-x]/).map(Number);
    if (squares.length < 2 || squares.some((square) => !(square >= 1 && square <= 50))) return null;
    const roles = ["from", "to"];
    return { cells: squares.map((square, i) => ({ cell: draughtsCell(square), role: roles[i] ?? "taken" })) };
  }
  const cellAt = (name, fromTop) => {
    const [column, line] = [letters.indexOf(name[0]), Number(name.slice(1))];
    return (fromTop ? line - 1 : rows - line) * columns + column;
  };
  if (kind === "reversi" && /^[a-h][1-8]$/.test(move)) return { cells: [{ cell: cellAt(move, true), role: "to" }] };
  if (kind === "amazons") {
    const match = /^([a-z]\d+)-([a-z]\d+)\/([a-z]\d+)$/.exec(move);
    const roles = ["from", "to", "arrow"];
    return match && { cells: match.slice(1).map((name, i) => ({ cell: cellAt(name, false), role: roles[i] })) };
  }
  if (kind === "dots-and-boxes") {
    const match = /^([a-z])(\d+)([hv])$/.exec(move);
    if (!match) return null;
    const vertical = match[3] === "v";
    const row = rows - Number(match[2]) + (vertical ? 0 : 1);
    return { edge: { vertical, row, column: letters.indexOf(match[1]) } };
  }
  return null;
}

/** A position in a few words, for those who do not see the board. */
export function describe(position) {
  if (!position) return "";
  const unit = { draughts: "pieces", reversi: "discs", "dots-and-boxes": "boxes" }[position.kind];
  const side = position.toMove === 1 ? "first" : "second";
  const tally = position.tally ? `${position.tally[0]} to ${position.tally[1]} ${unit}, ` : "";
  return `${tally}${side} player to move`;
}
