#!/usr/bin/env bash
# S5: islands against one population at equal games, by runs with several seeds
source "$(dirname "$0")/common.sh"
for seed in $(seq "$(scaled 5 10)"); do
    for islands in 3 1; do
        tune "$islands-$seed" tuner/presets/islands-amazons.toml "run.name=islands-$islands" "run.seed=$seed" \
            openings.seed=1 "game.rules=$(scaled amazons/6x6 amazons/10x10)" "strategy.islands=$islands" \
            "strategy.population=$((120 / islands))" "strategy.generations=$(scaled 20 100)" "test.pairs=$(scaled 200 500)"
    done
done
for subject in champion mean; do
    compared "three=3-*" "one=1-*" --subject=$subject
done
