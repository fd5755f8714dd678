#!/usr/bin/env bash
# S2, figure 3: genetic algorithm and ant colony, with and without a curriculum, against one another
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/dots.sh"
engines=()
for run in gradient direct gradient-colony direct-colony; do
    arm $run
    engines+=($(entrant $run $run $((last - 1))))
done
play entrants "${dots_match[@]}" -rounds 200 "${engines[@]}" \
    -engine cmd=dots-and-boxes name=hand option.Weights=hand \
    -engine cmd=dots-and-boxes name=table1 option.Weights=table1
tables entrants '#  Player' 'W-D-L'
