# What the experiments share: sourced, not run. Each keeps its runs in build/experiments/NAME, goes on where it
# was interrupted, and writes its result as Markdown to standard output.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
experiment=$(basename "$0" .sh)
folder=build/experiments/$experiment
mkdir -p "$folder"
tuner=build/bin/tuner
full=
[ "${1:-}" = --full ] && full=1

note() { printf '%s\n' "$*" >&2; }

# scaled SMALL FULL: one of the two
scaled() { [ -n "$full" ] && echo "$2" || echo "$1"; }

# tune RUN FILE [KEY=VALUE...]: a run, or what is missing of it
tune() {
    local run=$1 file=$2 settings=() setting
    shift 2
    for setting in "$@"; do settings+=(--set "$setting"); done
    note "run $run"
    "$tuner" run "$file" --dir "$folder/$run" --resume --quiet "${settings[@]}" >"$folder/$run.txt"
}

# elo RUN "champion vs start": the last column of the test's table, `+81.4 +/- 32.9`
elo() { sed -n "s/^$2  *[0-9]* *[0-9]* *[0-9]*  *//p" "$folder/$1.txt"; }

# seconds RUN: of the whole run by the clock
seconds() {
    python3 - "$folder/$1/run.db" <<'PY'
import sqlite3, sys
from datetime import datetime
rows = sqlite3.connect(sys.argv[1]).execute("SELECT started, ended FROM batches WHERE ended IS NOT NULL").fetchall()
time = lambda text: datetime.fromisoformat(text.rstrip("Z"))
print(f"{sum((time(b) - time(a)).total_seconds() for a, b in rows):.0f}")
PY
}
