#!/usr/bin/env bash
# S5: groups of four against everybody against everybody at equal games, by runs with several seeds
source "$(dirname "$0")/common.sh"
for seed in $(seq "$(scaled 5 10)"); do
    for group in 4 24; do
        tune "$group-$seed" tuner/presets/islands-amazons.toml "run.name=group-$group" "run.seed=$seed" \
            openings.seed=1 "game.rules=$(scaled amazons/6x6 amazons/10x10)" strategy.islands=1 strategy.population=24 \
            "strategy.group=$group" "strategy.winners=$((group / 4))" strategy.generations=100000 \
            "run.budget.games=$(scaled 4000 36000)" "test.pairs=$(scaled 200 500)"
    done
done
for subject in champion mean; do
    compared "groups=4-*" "everybody=24-*" --subject=$subject
done
