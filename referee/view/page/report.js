// The report: reads its data out of the page it stands in and builds the page around it.

import { histogram, plot, shares } from "./chart.js";
import { bdi, count, duration, faultClass, h, isFault, schemeButton, signed } from "./dom.js";
import { Game } from "./game.js";
import { facts, gameList, runTitle } from "./games.js";
import { linkedGame, ReplayDialog } from "./replay.js";
import * as show from "./standings.js";
import { table } from "./table.js";

const section = (id, title, ...content) =>
  content.some(Boolean) ? h("section", { id }, h("h2", {}, title), content) : null;

function eloCurve(points) {
  if (!points || points.length < 2) return null;
  const finite = points.filter((point) => Number.isFinite(point.elo) && Number.isFinite(point.error));
  if (finite.length < 2) return null;
  // The first few games would flatten everything after them.
  const settled = finite.slice(Math.min(finite.length - 1, Math.ceil(finite.length / 12)));
  const reach = (sign) => Math.max(5, ...settled.map((point) => sign * point.elo + point.error)) * 1.05;
  return plot({
    label: "Elo difference over the games, with its 95 % interval", height: 240,
    x: { title: "games", from: 0, to: finite.at(-1).game },
    y: { from: -reach(-1), to: reach(1), rule: 0, format: (value) => signed(value, 0) },
    series: [{ role: "accent", points: finite.map((point) => [point.game, point.elo]),
      band: finite.map((point) => [point.game, point.elo - point.error, point.elo + point.error]) }],
  }).element;
}

/** How long the moves of each player took, as far as games are on the page: one histogram a player, all on one scale. */
function timeSpread(games) {
  const times = new Map();
  for (const { first, second, record } of games.filter((game) => game.record)) {
    const game = [first, second];
    record.ms.forEach((ms, i) => {
      if (i < record.book || !(ms > 0)) return;
      const player = game[record.sides[i] - 1];
      if (!times.has(player)) times.set(player, []);
      times.get(player).push(ms);
    });
  }
  if (times.size === 0) return null;
  const bounds = [Infinity, -Infinity];
  for (const list of times.values()) for (const ms of list) {
    bounds[0] = Math.min(bounds[0], ms);
    bounds[1] = Math.max(bounds[1], ms);
  }
  const [low, high] = [Math.log10(bounds[0]), Math.log10(bounds[1]) + 1e-9];
  const bins = 36;
  const binned = (list) => list.reduce((counts, ms) => {
    ++counts[Math.min(bins - 1, Math.floor((Math.log10(ms) - low) / (high - low) * bins))];
    return counts;
  }, Array(bins).fill(0));
  return { title: `${duration(bounds[0])} … ${duration(bounds[1])}`,
    cell: (row) => times.has(row.name) ? histogram(binned(times.get(row.name)), "neutral", `Move times of ${row.name}, on a logarithmic scale`) : "" };
}

function endings(reasons) {
  const rows = Object.entries(reasons ?? {}).sort((a, b) => b[1] - a[1]);
  const total = rows.reduce((sum, [, number]) => sum + number, 0);
  if (total === 0) return null;
  return table({ label: "How games ended", rows, className: "narrow", columns: [
    { title: "Ending", cell: ([reason]) => h("span", { class: faultClass(reason) }, bdi(reason)) },
    { title: "Games", number: true, cell: ([, number]) => count(number) },
    { title: "Share", number: true, cell: ([, number]) => `${(100 * number / total).toFixed(1)} %` },
    { title: "", class: "strip-cell wide", cell: ([reason, number]) =>
      shares([{ size: number, role: isFault(reason) ? "loss" : "neutral" }, { size: total - number, role: "rest" }], `${number} of ${total}`) },
  ] });
}

function players(run) {
  return table({ label: "Players", rows: run.players, columns: [
    { title: "Player", cell: (player) => bdi(player.name), class: "player-name" },
    { title: "Limits", cell: (player) => bdi(player.limits ?? "") },
    { title: "Command", cell: (player) => h("code", {}, bdi(player.command ?? "")) },
  ] });
}

function build(report) {
  const { run, standings, games } = report;
  const embedded = games.filter((game) => game.record).length;
  const spread = timeSpread(games);
  let list;
  const dialog = new ReplayDialog({ neighbour: (step) => {
    const next = list.neighbour(dialog.row, step);
    if (next) open(next);
  } });
  const open = (row) => {
    list.choose(row);
    dialog.show(row.record ? Game.fromRecord(run.game, row) : null, row);
  };
  list = gameList({ open, canOpen: (row) => row.record !== null && row.record !== undefined });
  list.set(games);

  const parts = [
    section("bracket", "Bracket", show.bracket(standings)),
    section("standings", "Standings", show.swissTable(standings), standings.rows.length > 0 && show.standingsTable(standings)),
    section("sprt", "Sequential test", show.sprtGauge(standings)),
    section("elo", "Elo over the games", eloCurve(report.elo_over_games)),
    section("cross", "Each against each", standings.rows.length > 2 && show.crossTable(standings)),
    section("ratings", "Ratings", standings.rows.length > 2 && show.ratingsTable(standings)),
    section("sides", "Sides and pairs", standings.rows.length > 0 && show.sidesTable(standings)),
    section("time", "Time", standings.rows.length > 0 && show.timeTable(standings, spread?.cell, spread?.title),
      spread && h("p", { class: "hint" }, `Histograms: every move of the ${count(embedded)} games on this page, on a logarithmic scale.`)),
    section("endings", "How games ended", endings(report.reasons)),
    section("games", "Games", games.length > 0 && list.element,
      embedded < games.length && h("p", { class: "hint" }, `${count(embedded)} of ${count(games.length)} games are on this page with their moves; the others are listed only.`)),
    section("configuration", "Players and configuration", players(run),
      report.configuration && h("details", {}, h("summary", {}, "Effective configuration"), h("pre", {}, report.configuration))),
  ].filter(Boolean);

  const date = run.time ? new Date(run.time).toISOString().slice(0, 16).replace("T", " ") + " UTC" : "";
  const played = run.games ? `${count(standings.played)} of ${count(run.games)}` : count(standings.played);
  document.querySelector("#page").replaceChildren(
    h("header", { class: "top" },
      h("div", { class: "line" }, h("span", { class: "brand" }, "Sparring"), h("span", { class: "kind" }, "report"), schemeButton()),
      h("h1", {}, runTitle(run)),
      facts(run, [["Games", played], ["Started", date], ["Referee", run.referee]])),
    show.scoreline(standings) ?? "",
    h("nav", { "aria-label": "Sections" }, parts.map((part) => h("a", { href: `#${part.id}` }, part.querySelector("h2").textContent))),
    ...parts, dialog.element);

  const openLinked = () => {
    const row = games.find((game) => game.number === linkedGame());
    if (row && dialog.row !== row) open(row);
  };
  addEventListener("hashchange", openLinked);
  openLinked();
}

build(JSON.parse(document.querySelector("#data").textContent));
