// A bot to start from: it looks one move ahead, wins if it can, else plays at random. It speaks UGI
// (docs/protocol.md) and asks an engine for the rules of its game: node bot.mjs build/bin/reversi
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";

const WIN = 100000;
const [, , program, ...args] = process.argv;
const rules = spawn(program ?? "usage: bot.mjs ENGINE", args, { stdio: ["pipe", "pipe", "inherit"] });
const fromRules = createInterface({ input: rules.stdout })[Symbol.asyncIterator]();
let seed = 1;

function evaluate(fen, me) { // the position after my move; I am "p1" or "p2"
  return 0; // <== YOUR IDEAS GO HERE: in hundredths of a point, the higher the better for me
}

async function ask(...lines) { // sends lines to the rules, returns what they answer
  rules.stdin.write([...lines, "isready\n"].join("\n"));
  const answers = [];
  for (let line; (line = (await fromRules.next()).value) !== "readyok";) answers.push(line ?? process.exit(1));
  return answers;
}

async function choose() { // says the best move; of equally good ones any
  const [turn, fen, legal] = await ask("query p1turn", "query fen", "query legalmoves");
  const me = turn === "response true" ? "p1" : "p2";
  const here = fen.replace("response", "position fen");
  const lot = (move) => createHash("md5").update(seed + fen + move).digest("hex"); // random, but repeatable
  const lots = legal.split(" ").slice(1).map((move) => [lot(move), move]).sort();
  let [best, bestScore] = ["none", -WIN - 1];
  for (const [, move] of lots.slice(0, 100)) { // Amazons begins with 2176
    if (move === "none") break;
    const [result, next] = await ask(`${here} moves ${move}`, "query result", "query fen", here);
    let score = evaluate(next.replace("response ", ""), me);
    if (result.includes("win")) score = result.includes(me) ? WIN : -WIN;
    if (score > bestScore) [best, bestScore] = [move, score];
  }
  console.log(`info depth 1 score cp ${bestScore}\nbestmove ${best}`);
}

let go = ""; // until there is a number, or stop or quit
for await (const line of createInterface({ input: process.stdin })) {
  const word = line.trim().split(/\s+/)[0];
  const option = line.match(/setoption name seed value (\d+)/i);
  if (word === "ugi") {
    console.log("id name One ply in JavaScript\nid author you");
    console.log("option name Seed type spin default 1 min 0 max 999999999");
    console.log([...(await ask(line)).filter((answer) => answer.includes("Variant")), "ugiok"].join("\n"));
  } else if (word === "isready") console.log("readyok");
  else if (option) seed = Number(option[1]);
  else if (["setoption", "position", "query"].includes(word))
    for (const answer of await ask(line)) console.log(answer);
  else if (word === "go") go = line;
  if (go && (/\d/.test(go) || word === "stop" || word === "quit")) {
    go = "";
    await choose();
  }
  if (word === "quit") break;
}
process.exit();
