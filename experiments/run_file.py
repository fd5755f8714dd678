"""Tables from a run's file, as Markdown: run_file.py cost RUN.db STEP | notes RUN.db STEP NAME..."""

import json
import sqlite3
import sys
from datetime import datetime


def time(text):
    return datetime.fromisoformat(text.rstrip("Z"))


def training(db):
    """Of each generation: seconds by the clock, games, nodes, CPU seconds of the engines, notes."""
    rows = db.execute(
        "SELECT number, generation, started, ended, notes FROM batches "
        "WHERE kind = 'train' AND ended IS NOT NULL AND stage >= 0 ORDER BY number"
    )
    for number, generation, started, ended, notes in rows.fetchall():
        games, nodes, cpu = db.execute(
            "SELECT COUNT(*), TOTAL(nodes_a + nodes_b), TOTAL(cpu_us) FROM games WHERE batch = ?", (number,)
        ).fetchone()
        clock = (time(ended) - time(started)).total_seconds()
        yield generation, clock, games, nodes, cpu / 1e6, dict(json.loads(notes or "[]"))


def cost(db, step):
    """Lines `FIRST LAST SECONDS CPU NODES GAMES`, for every `step` generations."""
    sums = {}
    for generation, clock, games, nodes, cpu, _ in training(db):
        row = sums.setdefault(generation // step, [0.0, 0.0, 0.0, 0])
        for i, value in enumerate((clock, cpu, nodes, games)):
            row[i] += value
    for block, (clock, cpu, nodes, games) in sorted(sums.items()):
        print(f"{block * step} {block * step + step - 1} {clock:.2f} {cpu:.2f} {nodes:.0f} {games}")


def notes(db, step, *names):
    """A table of what the strategy noted, every `step` generations and in the last."""
    rows = {generation: found for generation, *_, found in training(db)}  # a generation's last batch
    print("| generation | " + " | ".join(name.replace("_", " ") for name in names) + " |")
    print("|---" * (1 + len(names)) + "|")
    for generation, found in rows.items():
        if (generation + 1) % step and generation != max(rows):
            continue
        cells = [f"{found[name]:.3g}" if name in found else "" for name in names]
        print(f"| {generation} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    command, path, step, *names = sys.argv[1:]
    with sqlite3.connect(path) as database:
        {"cost": cost, "notes": notes}[command](database, int(step), *names)
