// The live page: one stream of events in, everything on the page follows from it.

import { Board } from "./board.js";
import { plot } from "./chart.js";
import { bdi, clock, count, h, percent, resultText, schemeButton } from "./dom.js";
import { evaluation, Game } from "./game.js";
import { facts, gameList, runTitle } from "./games.js";
import { linkedGame, PlayerBar, ReplayDialog } from "./replay.js";
import * as show from "./standings.js";

const kept = 1000;       // finished games in the list, as the server keeps them
const few = 6;           // boards with coordinates and evaluations; more are shown without
const lingering = 6000;  // ms that an ended game stays if no other takes its place

/** A running game on the page. */
class Card {
  constructor(open) {
    this.board = new Board();
    this.bars = [h("div"), h("div")];
    this.title = h("span", { class: "number" });
    this.note = h("span", { class: "note" });
    this.curve = plot({ height: 64, label: "Evaluation", series: [], x: { from: 0, to: 1 }, y: { from: 0, to: 1, ticks: [] } });
    this.element = h("article", { class: "card", tabindex: 0, role: "button", onclick: () => open(this),
      onkeydown: (event) => { if (event.key === "Enter") open(this); } },
      h("header", {}, this.title, this.note), this.bars[1], this.board.element, this.bars[0], this.curve.element);
  }

  start(game) {
    this.game = game;
    this.endedAt = null;
    this.heard = performance.now();
    this.players = [new PlayerBar(game, 1), new PlayerBar(game, 2)];
    this.bars.forEach((bar, i) => bar.replaceChildren(this.players[i].element));
    this.title.textContent = `Game ${count(game.number)}`;
    this.element.setAttribute("aria-label", `Game ${game.number}: ${game.names[0]} against ${game.names[1]}`);
    this.element.classList.remove("over");
  }

  draw(large) {
    const { game } = this;
    this.board.bare = !large;
    const { plies, result } = game;
    const now = game.last;
    this.board.show({ position: now.position, before: plies.at(-2)?.position, move: now.move, fen: now.fen,
      caption: `Game ${game.number}` });
    for (const player of this.players) player.show(game, plies.length - 1);
    this.element.classList.toggle("over", result !== null);
    this.note.replaceChildren(...(result ? [h("b", {}, resultText(result.result)), ` ${result.reason}`]
      : now.move ? [`${now.ply}. `, bdi(now.move)] : ["opening"]));
    if (large) this.curve.update({ ...evaluation(game), y: { ...evaluation(game).y, ticks: [0] } });
  }

  /** The clock that runs goes down between two moves too; the referee's word comes with each move. */
  tick(now) {
    const { game } = this;
    const side = game.last.position?.toMove;
    const left = game.last.clock?.[side - 1];
    if (game.result || typeof left !== "number") return;
    this.players[side - 1].clock.textContent = clock(Math.max(0, left - (now - this.heard)));
  }
}

class LivePage {
  constructor(page) {
    this.cards = [];
    this.dirty = new Set();
    this.finished = new Map();
    this.starts = new Map();
    this.dialog = new ReplayDialog();
    this.list = gameList({ open: (row) => this.#openFinished(row), canOpen: () => true, newestFirst: true });
    this.state = h("span", { class: "state", role: "status" }, "connecting");
    this.title = h("h1");
    this.facts = h("div");
    this.bar = h("div", { class: "progress-fill" });
    this.progress = h("div", { class: "progress", role: "progressbar", "aria-label": "Games played" }, this.bar);
    this.progressText = h("p", { class: "progress-text" });
    this.boards = h("section", { class: "boards", "aria-label": "Running games" });
    this.figures = h("div", { class: "figures" });
    this.warnings = h("ul");
    this.warningBox = h("section", { class: "warnings", hidden: true }, h("h2", {}, "Warnings"), this.warnings);
    page.replaceChildren(
      h("header", { class: "top" },
        h("div", { class: "line" }, h("span", { class: "brand" }, "Sparring"), this.state, schemeButton()),
        this.title, this.facts, this.progress, this.progressText),
      this.boards, h("aside", {}, this.figures, this.warningBox),
      h("section", { class: "finished" }, h("h2", {}, "Finished games"), this.list.element), this.dialog.element);
    setInterval(() => this.#tick(), 100);
  }

  connect() {
    const source = new EventSource("events");
    source.onmessage = ({ data }) => this.#take(JSON.parse(data));
    source.onerror = () => {
      if (this.stopped) source.close();
      else this.#say("lost", "connection lost");
      if (source.readyState !== EventSource.CLOSED || this.stopped) return;
      setTimeout(() => this.connect(), 3000);  // refused: the browser does not try again by itself
    };
  }

  #say(kind, text) {
    this.state.className = `state ${kind}`;
    this.state.textContent = text;
  }

  #take(event) {
    if (event.time) this.time = event.time;
    const handler = {
      snapshot: () => this.#snapshot(event),
      run: () => this.#run(event),
      start: () => this.#start(event),
      move: () => this.#move(event),
      end: () => this.#end(event),
      standings: () => { this.standings = event; },
      warning: () => this.#warn(event.text),
      stop: () => this.#stop(event),
    }[event.event];
    handler?.();
    this.#drawSoon();
  }

  #snapshot({ run, running, finished, standings, warnings, stop, now }) {
    this.cards = [];
    this.dirty.clear();
    this.starts.clear();
    this.boards.replaceChildren();
    this.stopped = null;
    this.#say("live", "live");
    if (run) this.#run(run);
    this.finished = new Map(finished.map((end) => [end.game, this.#row(end)]));
    for (const { start, moves } of running) {
      const card = this.#start(start);
      for (const move of moves) card.game.add(move);
      const last = moves.at(-1) ?? start;
      card.heard = performance.now() - Math.max(0, Date.parse(now) - Date.parse(last.time) || 0);
    }
    this.standings = standings;
    this.listChanged = true;
    this.warnings.replaceChildren();
    this.warningBox.hidden = true;
    for (const text of warnings) this.#warn(text);
    if (stop) this.#stop(stop);
    this.#reopen();
  }

  #run(run) {
    this.run = run;
    this.title.replaceChildren(...runTitle(run));
    this.facts.replaceChildren(facts(run));
    document.title = run.players.length === 2 ? run.players.map((player) => player.name).join(" against ") : `${run.players.length} players`;
  }

  #start(start) {
    const game = Game.fromStart(this.run?.game ?? "", start);
    this.starts.set(start.game, start);
    let card = this.cards.find((each) => each.game.result !== null);
    if (!card) {
      card = new Card((each) => this.#openCard(each));
      this.cards.push(card);
      this.boards.append(card.element);
    }
    card.start(game);
    this.dirty.add(card);
    return card;
  }

  #cardOf = (number) => this.cards.find((card) => card.game.number === number);

  #move(move) {
    const card = this.#cardOf(move.game);
    if (!card) return;
    card.game.add(move);
    card.heard = performance.now();
    this.dirty.add(card);
    if (this.dialog.element.open && this.dialog.replay.game === card.game) this.dialog.replay.grown();
  }

  #row(end) {
    const start = this.starts.get(end.game);
    return { ...end, number: end.game, round: end.round ?? start?.round, opening: end.opening ?? start?.opening };
  }

  #end(end) {
    const row = this.#row(end);
    this.starts.delete(end.game);
    const card = this.#cardOf(end.game);
    if (card) {
      card.game.result = row;
      card.endedAt = performance.now();
      this.dirty.add(card);
      if (this.dialog.element.open && this.dialog.replay.game === card.game) this.dialog.replay.grown();
    }
    this.finished.set(end.game, row);
    if (this.finished.size > kept) this.finished.delete(this.finished.keys().next().value);
    this.listChanged = true;
  }

  #warn(text) {
    this.warningBox.hidden = false;
    this.warnings.prepend(h("li", {}, bdi(text)));
    while (this.warnings.childElementCount > 20) this.warnings.lastElementChild.remove();
  }

  #stop(stop) {
    this.stopped = stop;
    this.#say(stop.kind === "complete" ? "complete" : "lost", stop.kind);
    if (stop.why) this.#warn(stop.why);
  }

  #drawSoon() {
    this.drawing ??= requestAnimationFrame(() => {
      this.drawing = null;
      this.#draw();
    });
  }

  #draw() {
    // Boards: so many a frame that the page stays responsive with any number of games.
    let left = 12;
    for (const card of this.dirty) {
      if (left-- === 0) break;
      card.draw(this.cards.length <= few);
      this.dirty.delete(card);
    }
    this.boards.dataset.count = this.cards.length > few ? "many" : this.cards.length;
    if (this.dirty.size > 0) this.#drawSoon();
    const now = performance.now();
    if (now - (this.tablesDrawn ?? -Infinity) < 400) {
      clearTimeout(this.later);
      this.later = setTimeout(() => this.#drawSoon(), 400);
      return;
    }
    this.tablesDrawn = now;
    this.#drawTables();
  }

  #drawTables() {
    const { standings, run } = this;
    if (this.listChanged) this.list.set([...this.finished.values()]);
    this.listChanged = false;
    if (!standings) this.figures.replaceChildren(h("p", { class: "hint" }, "Standings come with the first result."));
    if (!standings || standings === this.drawnStandings) return;
    this.drawnStandings = standings;
    const titled = (title, content) => content && h("section", {}, h("h2", {}, title), content);
    this.figures.replaceChildren(...[
      standings.played > 0 ? show.scoreline(standings) : null,
      titled("Sequential test", show.sprtGauge(standings)),
      titled("Standings", show.swissTable(standings)),
      titled(standings.swiss ? "Results" : "Standings", standings.rows.length > 0 ? show.standingsTable(standings) : null),
      titled("Bracket", show.bracket(standings)),
      titled("Each against each", standings.rows.length > 2 && standings.played > 0 ? show.crossTable(standings) : null),
      titled("Time", standings.played > 0 ? show.timeTable(standings) : null),
    ].filter(Boolean));
    const total = standings.games ?? run?.games;
    this.progress.hidden = !total;
    const share = total ? Math.min(1, standings.played / total) : 0;
    this.bar.style.width = percent(share);
    this.progress.setAttribute("aria-valuenow", Math.round(100 * share));
    const spent = (Date.parse(this.time) - Date.parse(run?.time)) / 1000;
    const played = standings.played - (run?.resumed ?? 0);
    const words = [`${count(standings.played)}${total ? ` of ${count(total)}` : ""} games`];
    if (spent > 0 && played > 0) {
      words.push(`${60 * played / spent < 100 ? (60 * played / spent).toFixed(1) : count(Math.round(60 * played / spent))} a minute`);
      if (total > standings.played && !this.stopped) words.push(`about ${clock(1000 * Math.max(20, (total - standings.played) * spent / played))} to go`);
    }
    this.progressText.textContent = words.join("  ·  ");
  }

  #tick() {
    const now = performance.now();
    for (const card of this.cards) {
      card.tick(now);
      if (card.endedAt === null || now - card.endedAt < lingering || this.stopped || this.cards.length === 1) continue;
      card.element.remove();
      this.cards = this.cards.filter((each) => each !== card);
      this.#drawSoon();
    }
  }

  #openCard(card) {
    this.dialog.show(card.game, { ...(card.game.result ?? this.starts.get(card.game.number)), number: card.game.number });
  }

  async #openFinished(row) {
    this.list.choose(row);
    let game = null;
    try {
      const answer = await fetch(`game/${row.number}`);
      if (answer.ok) game = this.#gameOf(row, await answer.json());
    } catch { /* shown without its moves */ }
    this.dialog.show(game ?? this.#cardOf(row.number)?.game ?? null, row);
  }

  /** A finished game out of its record, or out of its events. */
  #gameOf(row, { record, start, moves }) {
    if (record) return Game.fromRecord(this.run.game, { ...row, record });
    const game = Game.fromStart(this.run.game, start);
    for (const move of moves) game.add(move);
    game.result = row;
    return game;
  }

  /** After a reconnection, or when the page's address names a game. */
  #reopen() {
    const number = linkedGame();
    const [card, row] = [this.#cardOf(number), this.finished.get(number)];
    if (card) this.#openCard(card);
    else if (row) this.#openFinished(row);
  }
}

new LivePage(document.querySelector("#page")).connect();
