#!/usr/bin/env bash
# S4: do searches of 3, 4 and 5 plies choose the same move in 90 % of positions?
source "$(dirname "$0")/common.sh"
echo '| rules | moves played | positions | 3 = 4 = 5 | 3 = 4 | 4 = 5 | 3 = 5 |'
echo '|---|---|---|---|---|---|---|'
for rules in reversed othello; do python3 experiments/plies.py $rules "$(scaled 60 600)"; done
