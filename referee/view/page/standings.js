// Everything a `standings` event tells, as tables and small charts. Shared by report and live page.

import { gauge, histogram, scale, shares, whisker } from "./chart.js";
import { bdi, count, duration, h, signed } from "./dom.js";
import { table } from "./table.js";

const record = ({ w, d, l }) => `${w}\u2013${d}\u2013${l}`;
const name = (row) => [bdi(row.name)];

/** A bar of wins, draws and losses. */
const balance = (wins, draws, losses, label) => shares(
  [{ size: wins, role: "win" }, { size: draws, role: "draw" }, { size: losses, role: "loss" }], label);

/** For two players: who leads, in large figures. Null for more. */
export function scoreline(standings) {
  if (standings.rows.length !== 2) return null;
  const [a, b] = [...standings.rows].sort((x, y) => x.rank - y.rank);
  const points = (row) => h("span", { class: "points" }, row.points % 1 === 0 ? String(row.points) : `${Math.floor(row.points) || ""}½`);
  return h("div", { class: "scoreline" },
    h("div", { class: "versus" },
      h("span", { class: "name" }, bdi(a.name)), points(a), h("span", { class: "to" }, ":"), points(b), h("span", { class: "name" }, bdi(b.name))),
    balance(a.wins, a.draws, a.losses, `${a.wins} won, ${a.draws} drawn, ${a.losses} lost`),
    h("p", { class: "under" },
      h("span", {}, h("b", {}, count(a.wins)), " won"), h("span", {}, h("b", {}, count(a.draws)), " drawn"), h("span", {}, h("b", {}, count(a.losses)), " lost"),
      a.elo ? h("span", { class: "elo" }, "Elo ", h("b", {}, a.elo.text.replaceAll("-", "\u2212").replace("+/\u2212", "±"))) : null));
}

const eloText = (elo) => elo ? elo.text.replaceAll("-", "\u2212").replace("+/\u2212", "±") : "";

/** The table proper; error bars stand in it on one scale. */
export function standingsTable(standings) {
  const { rows } = standings;
  const bars = rows.map((row) => row.elo).filter((elo) => elo && Number.isFinite(elo.error));
  const reach = Math.max(10, ...bars.map((elo) => Math.abs(elo.value) + elo.error));
  const columns = [
    { title: "Player", cell: (row) => [h("span", { class: "rank" }, String(row.rank)), ...name(row)], class: "player-name" },
    { title: "Points", number: true, cell: (row) => h("b", {}, row.points.toFixed(1)) },
    { title: "Games", number: true, cell: (row) => count(row.games) },
    { title: "Won", number: true, class: "by-the-way", cell: (row) => count(row.wins) },
    { title: "Drawn", number: true, class: "by-the-way", cell: (row) => count(row.draws) },
    { title: "Lost", number: true, class: "by-the-way", cell: (row) => count(row.losses) },
    { title: "", class: "strip-cell", cell: (row) => balance(row.wins, row.draws, row.losses, `${row.wins} won, ${row.draws} drawn, ${row.losses} lost`) },
  ];
  if (rows.some((row) => row.elo)) {
    columns.push(
      { title: "Elo", number: true, hint: "difference to all opponents together, 95 %", cell: (row) => eloText(row.elo) },
      { title: scale(-reach, reach), class: "strip-cell wide", hint: "Elo with its 95 % interval",
        cell: (row) => row.elo && Number.isFinite(row.elo.error) ? whisker(row.elo.value, row.elo.error, -reach, reach, eloText(row.elo)) : "" });
    if (bars.length === 0) columns.pop();
  }
  return table({ columns, rows, label: "Standings" });
}

/** Each against each: points out of games, tinted by how they went. */
export function crossTable({ rows, between }) {
  if (rows.length < 2 || !between) return null;
  const cell = (i, j) => {
    if (i === j) return h("span", { class: "self" });
    const { w, d, l } = between[i][j];
    const games = w + d + l;
    if (games === 0) return h("span", { class: "none" }, "·");
    const share = (w + d / 2) / games;
    const box = h("span", { class: `duel ${share > 0.5 ? "win" : share < 0.5 ? "loss" : ""}`, title: `${rows[i].name} against ${rows[j].name}: ${record(between[i][j])}` },
      h("b", {}, String(w + d / 2)), h("small", {}, `/${games}`));
    box.style.setProperty("--strength", `${Math.round(Math.abs(share - 0.5) * 2 * 55)}%`);
    return box;
  };
  return table({ label: "Cross table", className: "cross", rows: rows.map((_, i) => i), columns: [
    { title: "", cell: (i) => [h("span", { class: "rank" }, String(rows[i].rank)), ...name(rows[i])], class: "player-name" },
    ...rows.map((other, j) => ({ title: String(other.rank), hint: other.name, class: "duel-cell", cell: (i) => cell(i, j) })),
  ] });
}

/** Maximum-likelihood ratings, which know the advantage of the first move. */
export function ratingsTable({ ratings }) {
  if (!ratings) return null;
  const players = [...ratings.players].sort((a, b) => (b.rating ?? -Infinity) - (a.rating ?? -Infinity));
  const known = players.filter((player) => Number.isFinite(player.rating) && Number.isFinite(player.error));
  const low = Math.min(0, ...known.map((player) => player.rating - player.error)) - 5;
  const high = Math.max(0, ...known.map((player) => player.rating + player.error)) + 5;
  const columns = [
    { title: "Player", cell: (row) => name(row), class: "player-name" },
    { title: "Rating", number: true, cell: (row) => h("b", {}, Number.isFinite(row.rating) ? signed(row.rating) : "unknown") },
    { title: "±", number: true, cell: (row) => Number.isFinite(row.error) ? row.error.toFixed(1) : "" },
    { title: scale(low, high), class: "strip-cell wide", cell: (row) => known.includes(row)
      ? whisker(row.rating, row.error, low, high, `${signed(row.rating)} ± ${row.error.toFixed(1)}`) : "" },
  ];
  const { first_move: first } = ratings;
  return h("div", {}, table({ columns, rows: players, label: "Ratings" }),
    h("p", { class: "hint" }, first ? `Moving first is worth ${signed(first.elo)} ± ${first.error.toFixed(1)} Elo. ` : "",
      "All games together, by maximum likelihood; bars are 95 % intervals."));
}

/** Games as first and as second player, pairs of games from one opening, the advantage of the first move. */
export function sidesTable({ rows, first_mover: mover }) {
  const pairs = rows.some((row) => row.pairs);
  const total = mover.w + mover.d + mover.l;
  const columns = [
    { title: "Player", cell: (row) => name(row), class: "player-name" },
    { title: "Moving first", number: true, hint: "won, drawn, lost", cell: (row) => record(row.first) },
    { title: "", class: "strip-cell", cell: (row) => balance(row.first.w, row.first.d, row.first.l, record(row.first)) },
    { title: "Moving second", number: true, hint: "won, drawn, lost", cell: (row) => record(row.second) },
    { title: "", class: "strip-cell", cell: (row) => balance(row.second.w, row.second.d, row.second.l, record(row.second)) },
  ];
  if (rows.some((row) => Number.isFinite(row.margin))) {
    columns.push({ title: "Mean margin", number: true, hint: "of the final scores", cell: (row) => Number.isFinite(row.margin) ? signed(row.margin) : "" });
  }
  if (pairs) {
    columns.push(
      { title: "Pairs 0 ½ 1 1½ 2", number: true, hint: "pairs of games from one opening, by the points made in both", cell: (row) => row.pairs?.join(" · ") ?? "" },
      { title: "", class: "strip-cell", cell: (row) => row.pairs ? histogram(row.pairs, "neutral", `Pairs by points: ${row.pairs.join(", ")}`) : "" });
  }
  return h("div", {}, table({ columns, rows, label: "Results by side" }),
    total > 0 ? h("p", { class: "hint" }, `Who moved first won ${count(mover.w)} of ${count(total)} games (${(100 * mover.w / total).toFixed(1)} %), drew ${count(mover.d)} and lost ${count(mover.l)}.`) : null);
}

/** Time and depth of the players; `spread(row)` may give a histogram of move times. */
export function timeTable({ rows }, spread = null, spreadTitle = "") {
  const shown = (value) => value > 0 ? duration(value) : "";
  const forfeits = (row) => Object.entries(row.forfeits ?? {}).map(([reason, times]) => `${reason} ${times}`).join(", ");
  const columns = [
    { title: "Player", cell: (row) => name(row), class: "player-name" },
    { title: "Time a move", number: true, cell: (row) => shown(row.ms_per_move) },
    { title: "Slowest", number: true, cell: (row) => shown(row.slowest_ms) },
  ];
  if (spread) columns.push({ title: spreadTitle, class: "strip-cell wide", cell: spread });
  if (rows.some((row) => row.cpu_ms_per_move > 0)) columns.push({ title: "CPU a move", number: true, class: "by-the-way", cell: (row) => shown(row.cpu_ms_per_move) });
  if (rows.some((row) => Number.isFinite(row.depth))) columns.push({ title: "Depth", number: true, cell: (row) => row.depth?.toFixed(1) ?? "" });
  if (rows.some((row) => Number.isFinite(row.latency_ms))) columns.push({ title: "Latency", number: true, class: "by-the-way", hint: "between writing and being read, not the engine's own time", cell: (row) => shown(row.latency_ms) });
  if (rows.some(forfeits)) columns.push({ title: "Games lost by fault", cell: (row) => h("span", { class: "fault" }, forfeits(row)) });
  return table({ columns, rows, label: "Time" });
}

export function sprtGauge({ sprt }) {
  if (!sprt) return null;
  const verdict = { running: "no decision yet", H0: `H0 accepted: not stronger than ${sprt.elo0} Elo`, H1: `H1 accepted: stronger than ${sprt.elo0} Elo` }[sprt.decision] ?? sprt.decision;
  return h("div", { class: "sprt" },
    h("p", {}, "LLR ", h("b", {}, signed(sprt.llr, 2)), ", ", h("span", { class: sprt.decision }, verdict)),
    h("div", { class: "lane-row" }, h("span", {}, `H0 ${signed(sprt.lower, 2)}`), gauge(sprt.llr, sprt.lower, sprt.upper, `log-likelihood ratio ${sprt.llr}`), h("span", {}, `${signed(sprt.upper, 2)} H1`)),
    sprt.corrected ? h("p", {}, `Elo ${signed(sprt.corrected.elo)} `, h("span", { class: "hint" }, `[${signed(sprt.corrected.low)}, ${signed(sprt.corrected.high)}], corrected for stopping early`)) : null,
    h("p", { class: "hint" }, `Sequential test of ${signed(sprt.elo0, 0)} against ${signed(sprt.elo1, 0)} ${sprt.model} Elo.`));
}

/** Swiss standings with their tie-breaks. */
export function swissTable({ swiss }) {
  if (!swiss) return null;
  const figure = (title, member, digits, hint) =>
    ({ title, number: true, hint, cell: (row) => Number.isFinite(row[member]) ? row[member].toFixed(digits) : "" });
  return table({ label: "Swiss standings", className: "narrow", rows: swiss, columns: [
    { title: "Player", cell: (row) => [h("span", { class: "rank" }, String(row.rank)), ...name(row)], class: "player-name" },
    { ...figure("Points", "points", 1), cell: (row) => h("b", {}, row.points.toFixed(1)) },
    figure("Buchholz", "buchholz", 1, "the opponents' points"),
    figure("Median", "median_buchholz", 1, "the opponents' points without the highest and the lowest"),
    figure("Sonneborn-Berger", "sonneborn_berger", 2, "points won against each opponent times his points"),
    { title: "Byes", number: true, cell: (row) => row.byes > 0 ? String(row.byes) : "" },
  ] });
}

/** Knockout: rounds of encounters, each of an upper and a lower player. */
export function bracket({ bracket: tree }) {
  if (!tree) return null;
  const { rounds } = tree;
  const seat = (encounter, which) => {
    const player = encounter[which];
    const state = player === null ? "nobody" : encounter.winner === player ? "winner" : encounter.winner ? "loser" : "";
    const points = player !== null && encounter.upper !== null && encounter.lower !== null;
    return h("div", { class: `seat ${state}` },
      player === null ? h("span", {}, encounter.decision === "bye" ? "bye" : "\u2013") : h("span", { class: "name", title: player }, bdi(player)),
      h("span", { class: "points" }, points ? String(encounter[`${which}_points`]) : ""));
  };
  const remark = ({ decision }) => ({ "further pairs": "after further pairs", seed: "by seed" })[decision];
  return h("div", { class: "scroll" }, h("div", { class: "bracket" }, rounds.map((round, i) =>
    h("section", { class: rounds[i + 1] && 2 * rounds[i + 1].encounters.length === round.encounters.length ? "halved" : null },
      h("h3", {}, round.name), h("div", { class: "matches" }, round.encounters.map((encounter) =>
        h("div", { class: "tie" }, h("div", { class: "duel-box" }, seat(encounter, "upper"), seat(encounter, "lower")),
          remark(encounter) ? h("p", { class: "remark" }, remark(encounter)) : null)))))));
}
