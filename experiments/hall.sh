#!/usr/bin/env bash
# S4: hall of fame, win rate inside the population, age of the ten best
source "$(dirname "$0")/common.sh"
tune hall tuner/presets/hof-reversed.toml "strategy.population=$(scaled 20 60)" \
    "strategy.generations=$(scaled 80 3000)" test.pairs=500
ask notes hall "$(scaled 10 100)" champion_share hall_age_mean hall_age_max survivor_age_max colour_imbalance diversity
echo
excerpt hall Test
