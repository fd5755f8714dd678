// One game to look at: board, players with clocks, moves, evaluation, time. In the report it stands still until
// it is stepped through; on the live page it follows the game until somebody steps back.

import { Board, sideMark } from "./board.js";
import { plot } from "./chart.js";
import { bdi, clock, count, duration, faultClass, h, icon, iconButton, resultText, scoreText } from "./dom.js";
import { evaluation, thinking } from "./game.js";
import { kindOf } from "./position.js";

const tallyWord = { draughts: "pieces", reversi: "discs", "dots-and-boxes": "boxes" };

/** A player beside the board: mark, name, what it has on the board, evaluation, clock. */
export class PlayerBar {
  constructor(game, side) {
    this.side = side;
    this.kind = kindOf(game.game);
    this.tally = h("span", { class: "tally" });
    this.score = h("span", { class: "score" });
    this.clock = h("span", { class: "clock" });
    this.element = h("div", { class: `player side${side}` }, sideMark(this.kind, side),
      h("span", { class: "name", title: game.names[side - 1] }, bdi(game.names[side - 1])), this.tally, this.score, this.clock);
  }

  show(game, index) {
    const now = game.plies[index];
    const spoken = game.latest(this.side, index, (ply) => ply.score);
    const timed = now.clock?.[this.side - 1];
    const moved = game.latest(this.side, index, (ply) => ply.ms !== null);
    const over = game.result && index === game.plies.length - 1;
    this.element.classList.toggle("to-move", !over && now.position?.toMove === this.side);
    const tally = now.position?.tally?.[this.side - 1];
    this.tally.textContent = tally === undefined ? "" : `${tally} ${tallyWord[this.kind]}`;
    this.score.textContent = spoken ? scoreText(spoken.score) : "";
    this.score.title = spoken?.depth ? `its own view, depth ${spoken.depth}` : "its own view";
    this.clock.textContent = typeof timed === "number" ? clock(timed) : moved ? duration(moved.ms) : "";
    this.clock.title = typeof timed === "number" ? "time left" : "time for its last move";
  }
}

function outcome({ result, reason, detail, offender }, names) {
  const by = offender ? [" by ", bdi(names[offender - 1])] : [];
  return h("p", { class: "outcome" }, h("strong", {}, resultText(result)), " ",
    h("span", { class: faultClass(reason) }, reason, by), detail ? [" ", h("span", { class: "detail" }, bdi(detail))] : null);
}

export class Replay {
  /** `close`, `neighbour(step)`: what the buttons and keys for leaving and for the next game do. */
  constructor({ close, neighbour = null }) {
    this.neighbour = neighbour;
    this.board = new Board();
    this.title = h("h2", { id: "replay-title" });
    this.about = h("div", { class: "about" });
    this.bars = h("div", { class: "bar above" });
    this.bars2 = h("div", { class: "bar below" });
    this.announce = h("output", { class: "unseen", "aria-live": "polite" });
    this.moves = h("div", { class: "moves", tabindex: 0, role: "listbox", "aria-label": "Moves" });
    this.playButton = iconButton("play", "Play (space)", () => this.#play(!this.timer));
    this.steps = h("div", { class: "steps" },
      iconButton("start", "Start (Home)", () => this.go(0)),
      iconButton("back", "Back (←)", () => this.go(this.index - 1)), this.playButton,
      iconButton("on", "On (→)", () => this.go(this.index + 1)),
      iconButton("end", "End (End)", () => this.go(Infinity)));
    const toPly = (ply) => this.go(this.game.indexOf(ply));
    const empty = { series: [], x: { from: 0, to: 1 }, y: { from: 0, to: 1 } };
    this.curve = plot({ ...empty, height: 150, label: "Evaluation by either engine, for the first player", pick: toPly });
    this.times = plot({ ...empty, height: 96, label: "Time for each move", pick: toPly });
    this.legend = h("p", { class: "legend" });
    this.element = h("article", { class: "replay", tabindex: -1 },
      h("header", {}, this.title,
        neighbour ? h("div", { class: "others" },
          iconButton("up", "Game before (↑)", () => neighbour(-1)),
          iconButton("down", "Next game (↓)", () => neighbour(1))) : null,
        iconButton("close", "Close (Escape)", close, "close")),
      h("div", { class: "stage" }, this.bars, this.board.element, this.bars2, this.steps),
      h("div", { class: "notes" }, this.about,
        h("section", {}, h("h3", {}, "Evaluation"), this.legend, this.curve.element),
        h("section", {}, h("h3", {}, "Time for each move"), this.times.element),
        h("section", { class: "list" }, this.moves)), this.announce);
  }

  /** Shows a Game, or with `row` alone that its moves are not at hand. */
  show(game, row) {
    this.#play(false);
    this.game = game;
    this.index = 0;
    this.title.replaceChildren(`Game ${count(row.number)}`,
      h("span", {}, [row.round ? `round ${row.round}` : "", row.opening ? `opening ${row.opening}` : ""].filter(Boolean).join(", ")));
    this.about.replaceChildren();
    this.element.classList.toggle("bare", !game);
    if (!game) {
      this.about.replaceChildren(outcome(row, [row.first, row.second]),
        h("p", {}, bdi(row.first), " against ", bdi(row.second), "."),
        h("p", { class: "hint" }, "The moves of this game are not on this page."));
      return;
    }
    this.players = [new PlayerBar(game, 1), new PlayerBar(game, 2)];
    this.bars.replaceChildren(this.players[1].element);
    this.bars2.replaceChildren(this.players[0].element);
    this.legend.replaceChildren(h("i", { class: "first" }), bdi(game.names[0]), h("i", { class: "second" }), bdi(game.names[1]),
      h("span", {}, "up is good for the first player"));
    this.moves.replaceChildren();
    this.#extend();
    this.go(Infinity);
  }

  /** The game went on, or ended. */
  grown() {
    const following = this.index >= this.drawn - 1;
    this.#extend();
    this.go(following ? Infinity : this.index);
  }

  #extend() {
    const { game } = this;
    for (let i = this.moves.childElementCount; i < game.plies.length; ++i) this.moves.append(this.#move(i));
    this.drawn = game.plies.length;
    this.curve.update(evaluation(game));
    this.times.update(thinking(game));
    if (game.result) this.about.replaceChildren(outcome(game.result, game.names));
  }

  #move(index) {
    const { game } = this;
    const ply = game.plies[index];
    const row = h("div", { class: `move${ply.ply <= game.book ? " book" : ""}`, role: "option", onclick: () => this.go(index) });
    if (index === 0) row.append(h("span", { class: "ply" }, String(ply.ply)), h("span", { class: "text" }, ply.ply === 0 ? "start" : "opening"));
    else {
      row.append(h("span", { class: "ply" }, String(ply.ply)), h("span", { class: `text side${ply.side}` }, bdi(ply.move)),
        h("span", { class: "score" }, scoreText(ply.score)), h("span", { class: "depth" }, ply.depth ? `d${ply.depth}` : ""),
        h("span", { class: "time" }, ply.ms === null ? (ply.ply <= game.book ? "book" : "") : duration(ply.ms)));
    }
    return row;
  }

  /** To the position at an index of the game's plies; beyond either end is the end. */
  go(index) {
    const { game } = this;
    if (!game) return;
    this.index = Math.min(game.plies.length - 1, Math.max(0, index));
    const now = game.plies[this.index];
    const before = game.plies[this.index - 1];
    const caption = now.move ? `After ply ${now.ply}, ${now.move}` : "Start";
    this.board.show({ position: now.position, before: before?.position, move: now.move, fen: now.fen, caption });
    this.announce.textContent = caption;
    for (const player of this.players) player.show(game, this.index);
    this.curve.update({ cursor: now.ply });
    this.times.update({ cursor: now.ply });
    this.moves.querySelector(".now")?.classList.remove("now");
    const row = this.moves.children[this.index];
    row.classList.add("now");
    const [top, box] = [row.offsetTop - this.moves.offsetTop, this.moves];
    if (top < box.scrollTop || top + row.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
    if (this.index === game.plies.length - 1) this.#play(false);
  }

  #play(on) {
    clearInterval(this.timer);
    this.timer = null;
    if (on && this.game) {
      if (this.index === this.game.plies.length - 1) this.go(0);
      this.timer = setInterval(() => this.go(this.index + 1), 600);
    }
    this.playButton.replaceChildren(icon(on ? "pause" : "play"));
  }

  stop() {
    this.#play(false);
  }

  /** True if the key was one of ours. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = { ArrowLeft: () => this.go(this.index - 1), ArrowRight: () => this.go(this.index + 1),
      Home: () => this.go(0), End: () => this.go(Infinity), " ": () => this.#play(!this.timer),
      ArrowUp: this.neighbour && (() => this.neighbour(-1)), ArrowDown: this.neighbour && (() => this.neighbour(1)) }[event.key];
    if (!step || (event.key === " " && event.target instanceof HTMLButtonElement)) return false;
    event.preventDefault();
    step();
    return true;
  }
}

/** The dialog that a replay stands in; its address is `#game-12`, so a game can be linked to. */
export class ReplayDialog {
  constructor({ neighbour = null } = {}) {
    this.replay = new Replay({ close: () => this.element.close(), neighbour });
    this.element = h("dialog", { class: "viewer", "aria-labelledby": "replay-title",
      onkeydown: (event) => this.replay.key(event),
      onclick: (event) => { if (event.target === this.element) this.element.close(); },
      onclose: () => {
        this.replay.stop();
        this.row = null;
        history.replaceState(null, "", location.pathname + location.search);
      } }, this.replay.element);
  }

  show(game, row) {
    this.row = row;
    this.replay.show(game, row);
    if (!this.element.open) this.element.showModal();
    history.replaceState(null, "", `#game-${row.number}`);
    this.replay.element.focus({ preventScroll: true });
    if (game) this.replay.go(Infinity);
  }
}

/** The number of the game that the page's address names, if any. */
export const linkedGame = () => Number(/^#game-(\d+)$/.exec(location.hash)?.[1] ?? NaN) || null;
