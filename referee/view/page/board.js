// Boards as SVG. A square is 40 units wide; coordinates stand in a margin.

import { h, svg } from "./dom.js";
import { describe, draughtsSquare, readMove } from "./position.js";

const unit = 40;
const margin = 17;
const letters = "abcdefghijklmnopqrstuvwxyz";

const crown = "M-8 7 L-10.5 -5.5 L-5 0.5 L-3.8 -8.5 L0 -1 L3.8 -8.5 L5 0.5 L10.5 -5.5 L8 7 Z";

function amazon(colour) {
  const tips = [[-10.5, -6.5], [-3.8, -9.7], [3.8, -9.7], [10.5, -6.5]];
  return svg("g", { class: `piece ${colour}`, transform: "translate(0 1) scale(1.22)" },
    svg("path", { d: crown }),
    svg("path", { d: "M-8 10.5 H8" }),
    tips.map(([cx, cy]) => svg("circle", { cx, cy, r: 1.5 })));
}

function man(colour) {
  return svg("g", { class: `piece ${colour}` },
    svg("circle", { class: "shade", cy: 1.6, r: 15 }),
    svg("circle", { r: 15 }),
    svg("circle", { class: "ring", r: 10 }));
}

function king(colour) {
  return svg("g", { class: `piece ${colour}` },
    svg("circle", { class: "shade", cy: 4.4, r: 15 }),
    svg("circle", { cy: 2.4, r: 15 }),
    svg("circle", { cy: -1.6, r: 15 }),
    svg("path", { class: "crown", transform: "translate(0 -1.4) scale(0.78)", d: crown }));
}

function disc(colour) {
  return svg("g", { class: `piece ${colour}` },
    svg("circle", { class: "shade", cy: 1.3, r: 16.2 }),
    svg("circle", { r: 16.2 }));
}

const pieces = {
  w: () => man("light"), b: () => man("dark"), W: () => king("light"), B: () => king("dark"),
  X: () => disc("dark"), O: () => disc("light"),
  Q: () => amazon("light"), q: () => amazon("dark"),
  "*": () => svg("rect", { class: "stone", x: -14, y: -14, width: 28, height: 28, rx: 5 }),
};

const centre = (cell, columns) =>
  [(cell % columns + 0.5) * unit, (Math.floor(cell / columns) + 0.5) * unit];

const square = (cell, columns, className) =>
  svg("rect", { class: className, x: cell % columns * unit, y: Math.floor(cell / columns) * unit,
    width: unit, height: unit });

function coordinates({ kind, columns, rows }) {
  if (kind === "draughts") return [];
  const dots = kind === "dots-and-boxes";
  const texts = [];
  for (let column = 0; column < columns + (dots ? 1 : 0); ++column) {
    const x = (column + (dots ? 0 : 0.5)) * unit;
    const y = kind === "reversi" ? -5.5 : rows * unit + (dots ? 16 : 13);
    texts.push(svg("text", { class: "coordinate", x, y }, letters[column]));
  }
  for (let row = 0; row < rows + (dots ? 1 : 0); ++row) {
    const name = kind === "reversi" ? row + 1 : rows - row + (dots ? 1 : 0);
    const y = (row + (dots ? 0 : 0.5)) * unit + 3.5;
    texts.push(svg("text", { class: "coordinate", x: dots ? -13 : -9, y }, String(name)));
  }
  return texts;
}

/** What never changes on a board of squares. */
function ground(position, bare) {
  const { kind, columns, rows } = position;
  const cells = Array.from({ length: columns * rows }, (_, cell) => cell);
  const isDark = (cell) => (cell % columns + Math.floor(cell / columns)) % 2 === 1;
  const layer = svg("g", { class: "ground" },
    cells.map((cell) => square(cell, columns, kind !== "reversi" && isDark(cell) ? "dark" : "light")));
  if (kind === "reversi") {
    for (let line = 1; line < columns; ++line) {
      layer.append(svg("path", { class: "grid", d: `M${line * unit} 0V${rows * unit}M0 ${line * unit}H${columns * unit}` }));
    }
    for (const [x, y] of [[2, 2], [6, 2], [2, 6], [6, 6]]) {
      layer.append(svg("circle", { class: "grid-dot", cx: x * unit, cy: y * unit, r: 2.6 }));
    }
  }
  if (kind === "draughts" && !bare) {
    for (const cell of cells.filter(isDark)) {
      const [x, y] = centre(cell, columns);
      layer.append(svg("text", { class: "number", x: x - 18, y: y - 11 }, String(draughtsSquare(cell))));
    }
  }
  layer.append(svg("rect", { class: "rim", width: columns * unit, height: rows * unit }));
  return layer;
}

/** Squares behind the pieces and marks above them: what the last move did. */
function traces(position, move, before) {
  const { kind, columns } = position;
  const cells = readMove(position, move)?.cells ?? [];
  const below = cells.filter(({ role }) => role !== "taken")
    .map(({ cell, role }) => square(cell, columns, `touched ${role}`));
  const at = (role) => cells.find((each) => each.role === role);
  const above = cells.filter(({ role }) => role === "taken").map(({ cell }) => {
    const [x, y] = centre(cell, columns);
    return svg("path", { class: "taken", d: `M${x - 7} ${y - 7}l14 14m0 -14l-14 14` });
  });
  const way = (from, to, className) => {
    if (!from || !to) return;
    const [[x1, y1], [x2, y2]] = [centre(from.cell, columns), centre(to.cell, columns)];
    below.push(svg("line", { class: className, x1, y1, x2, y2 }));
  };
  if (kind === "amazons") {
    way(at("from"), at("to"), "way");
    way(at("to"), at("arrow"), "way shot");
  }
  if (kind === "reversi" && cells.length > 0) {
    const [cx, cy] = centre(cells[0].cell, columns);
    above.push(svg("circle", { class: "newest", cx, cy, r: 4.2 }));
    position.cells.forEach((piece, cell) => {
      if (!before?.cells?.[cell] || before.cells[cell] === piece || cell === cells[0].cell) return;
      const [x, y] = centre(cell, columns);
      above.push(svg("circle", { class: "turned", cx: x, cy: y, r: 12 }));
    });
  }
  return [below, above];
}

function dotsAndBoxes(position, move) {
  const { columns, rows, horizontal, vertical, owners } = position;
  const last = readMove(position, move)?.edge;
  const mover = position.mover;
  const layer = svg("g", { class: "dots" });
  owners.forEach((owner, box) => {
    if (owner === 0) return;
    const [x, y] = [box % columns * unit, Math.floor(box / columns) * unit];
    layer.append(svg("rect", { class: `box side${owner ?? 0}`, x, y, width: unit, height: unit }));
  });
  const edge = (x, y, isVertical, row, column, drawn) => {
    const newest = last && last.vertical === isVertical && last.row === row && last.column === column;
    layer.append(svg("path", {
      class: `edge${drawn ? " drawn" : ""}${newest ? ` newest side${mover ?? 0}` : ""}`,
      d: `M${x} ${y}${isVertical ? "v" : "h"}${unit}`,
    }));
  };
  horizontal.forEach((line, row) => line.forEach((drawn, column) =>
    edge(column * unit, row * unit, false, row, column, drawn)));
  vertical.forEach((line, row) => line.forEach((drawn, column) =>
    edge(column * unit, row * unit, true, row, column, drawn)));
  for (let dot = 0; dot < (columns + 1) * (rows + 1); ++dot) {
    const [cx, cy] = [dot % (columns + 1) * unit, Math.floor(dot / (columns + 1)) * unit];
    layer.append(svg("circle", { class: "dot", cx, cy, r: 2.8 }));
  }
  return layer;
}

/** The mark of a side beside its player's name: a piece as it stands on the board. */
export function sideMark(kind, side) {
  const mark = { draughts: "wb", reversi: "XO", amazons: "Qq" }[kind];
  const name = side === 1 ? "first" : "second";
  return svg("svg", { class: `mark ${kind}`, viewBox: "-20 -20 40 40", role: "img", "aria-label": `${name} player` },
    mark ? pieces[mark[side - 1]]() : svg("rect", { class: `box side${side}`, x: -13, y: -13, width: 26, height: 26, rx: 4 }));
}

export class Board {
  constructor() {
    this.element = h("div", { class: "board" });
    this.bare = false;  // without coordinates
    this.frame = "";
    this.slots = [];
    this.shown = [];
  }

  /** `before`: the position a ply earlier; `fen` is shown as it is where there is no position. */
  show({ position, before = null, move = null, fen = "", caption = "" }) {
    if (!position) {
      this.frame = "";
      this.element.replaceChildren(h("pre", { class: "fen" }, fen));
      return;
    }
    const frame = `${position.kind} ${position.columns}x${position.rows} ${this.bare}`;
    if (frame !== this.frame) this.#build(position);
    this.frame = frame;
    this.svg.setAttribute("aria-label", `${caption}${caption ? ": " : ""}${describe(position)}`);
    if (position.kind === "dots-and-boxes") {
      this.below.replaceChildren(dotsAndBoxes({ ...position, mover: before?.toMove }, move));
      return;
    }
    const [below, above] = traces(position, move, before);
    this.below.replaceChildren(...below);
    this.above.replaceChildren(...above);
    position.cells.forEach((piece, cell) => {
      if (this.shown[cell] === piece) return;
      this.shown[cell] = piece;
      this.slots[cell].replaceChildren(...(piece ? [pieces[piece]()] : []));
    });
  }

  #build(position) {
    const { kind, columns, rows } = position;
    const dots = kind === "dots-and-boxes";
    const plain = dots ? [6, 6, 6, 6] : [2, 2, 2, 2];
    const [left, top, right, bottom] = this.bare ? plain : {
      draughts: plain, reversi: [margin, margin, 2, 2], amazons: [margin, 2, 2, margin],
      "dots-and-boxes": [20, 6, 6, 20],
    }[kind];
    this.below = svg("g");
    this.above = svg("g");
    this.shown = [];
    this.slots = dots ? [] : position.cells.map((_, cell) => {
      const [x, y] = centre(cell, columns);
      return svg("g", { transform: `translate(${x} ${y})` });
    });
    const box = [-left, -top, columns * unit + left + right, rows * unit + top + bottom];
    this.svg = svg("svg", { class: kind, viewBox: box.join(" "), role: "img" },
      dots ? null : ground(position, this.bare), this.bare ? null : coordinates(position), this.below, this.slots, this.above);
    this.svg.style.maxWidth = `${7.5 * columns}rem`;  // no squares as large as a hand
    this.element.replaceChildren(this.svg);
  }
}
