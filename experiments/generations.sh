#!/usr/bin/env bash
# S1, figure 2: champions of generations in a round robin, three ways to train
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/dots.sh"
for run in gradient direct ordinary; do
    arm $run
    engines=()
    for ((generation = step - 1; generation < last; generation += step)); do
        engines+=($(entrant "gen-$generation" $run "$generation"))
    done
    play "generations-of-$run" "${dots_match[@]}" -rounds 60 "${engines[@]}" \
        -engine cmd=dots-and-boxes name=hand option.Weights=hand
    printf '\n%s:\n\n' "$run"
    tables "generations-of-$run" '#  Player'
done
