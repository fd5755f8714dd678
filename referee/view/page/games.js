// The list of games, and what stands above a page: what is played, by whom, how.

import { bdi, count, faultClass, h, resultText, signed } from "./dom.js";
import { LongTable } from "./table.js";

const seconds = (value) => Number.isFinite(value) ? (value < 99.95 ? value.toFixed(1) : count(Math.round(value))) : "";

/** rows: the report's games. `open(row)` shows one, `canOpen(row)` says whether its moves are at hand. */
export function gameList({ open, canOpen, newestFirst = false }) {
  const player = (name, won) => h("span", { class: won ? "won" : null, title: name }, bdi(name));
  return new LongTable({
    label: "Games", open, canOpen, descending: newestFirst,
    words: (row) => `${row.number} ${row.first} ${row.second} ${row.result} ${row.reason} ${row.detail ?? ""}`,
    filters: [
      { title: "All players", value: (row) => [row.first, row.second] },
      { title: "All results", value: (row) => [row.result], text: resultText },
      { title: "All endings", value: (row) => [row.reason] },
    ],
    columns: [
      { name: "no", title: "Game", number: true, value: (row) => row.number, cell: (row) => String(row.number) },
      { name: "round", title: "Round", number: true, value: (row) => row.round ?? 0, cell: (row) => String(row.round ?? "") },
      { name: "first", title: "First", value: (row) => row.first, cell: (row) => player(row.first, row.result === "1-0") },
      { name: "result", title: "Result", value: (row) => row.result, cell: (row) => resultText(row.result) },
      { name: "second", title: "Second", value: (row) => row.second, cell: (row) => player(row.second, row.result === "0-1") },
      { name: "reason", title: "Ending", value: (row) => row.reason,
        cell: (row) => h("span", { class: faultClass(row.reason), title: row.detail || null }, bdi(row.reason)) },
      { name: "margin", title: "Margin", number: true, value: (row) => row.margin ?? 0, cell: (row) => Number.isFinite(row.margin) ? signed(row.margin, 0) : "" },
      { name: "plies", title: "Plies", number: true, value: (row) => row.plies, cell: (row) => String(row.plies) },
      { name: "seconds", title: "Seconds", number: true, value: (row) => row.seconds ?? 0, cell: (row) => seconds(row.seconds) },
    ],
  });
}

const gameNames = { draughts: "Draughts", reversi: "Reversi", amazons: "Amazons", "dots-and-boxes": "Dots and boxes" };

/** "reversi/othello" as a person would write it. */
export function gameTitle(game) {
  const [kind, variant] = String(game).split("/");
  return [gameNames[kind] ?? kind, variant?.replace(/(\d+)x(\d+)/, "$1 × $2")].filter(Boolean).join(", ");
}

/** A list of terms: game, form, games, limits. */
export function facts(run, extra = []) {
  const limits = [...new Set(run.players.map((player) => player.limits).filter(Boolean))];
  const items = [["Game", gameTitle(run.game)], ["Form", run.tournament], ["Players", String(run.players.length)],
    ["Limits", limits.length > 2 ? "different" : limits.join(" and ")], ...extra];
  return h("dl", { class: "facts" }, items.filter(([, value]) => value).map(([term, value]) =>
    h("div", {}, h("dt", {}, term), h("dd", {}, bdi(value)))));
}

/** What to call a run. */
export const runTitle = (run) => run.players.length === 2
  ? [bdi(run.players[0].name), h("span", { class: "versus-word" }, " against "), bdi(run.players[1].name)]
  : [gameTitle(run.game), h("span", { class: "versus-word" }, `, ${run.players.length} players`)];
