#!/usr/bin/env bash
# S1, S5: the papers' own settings by the clock
source "$(dirname "$0")/common.sh"
generations=$(scaled 10 100)
tune islands tuner/presets/islands-amazons.toml strategy.islands=1 strategy.population=120 \
    "strategy.generations=$generations" engine.limit.depth=2 strategy.knockout=false test.pairs=0
tune first-stage tuner/presets/aga-dots.toml strategy.generations=100 stage.1.until=101 stage.2.until=102 test.pairs=0

head_row system generations games "seconds a generation, here" "in the paper" ratio
row() {  # row NAME RUN SECONDS_OF_THE_PAPER: for one generation
    ask cost "$2" 1000000 | awk -v name="$1" -v paper="$3" \
        -v generations="$(ask cost "$2" 1 | wc -l)" \
        '{ printf "| %s | %d | %d | %.3g | %s | %.0f |\n", name, generations, $6, $3 / generations, paper, paper / ($3 / generations) }'
}
row 'S5: 30 groups of 4, depth 2' islands 180
row 'S1: first stage, 50 individuals, depth 2' first-stage 60
echo
echo 'Seconds by the clock, two games at a time.'
