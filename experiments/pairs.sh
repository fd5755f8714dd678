#!/usr/bin/env bash
# S3: 80 generations of 50 and a knockout, against the hand-tuned weights and the learnt ones
source "$(dirname "$0")/common.sh"
tune pairs tuner/presets/pairs-draughts.toml
excerpt pairs Parameter Test
echo
echo 'At another depth than it was trained at:'
echo
note 'test at depth 4'
[ -s "$folder/deeper.txt" ] || tuner test "$folder/pairs" --limit depth=4 --pairs "$(scaled 200 500)" >"$folder/deeper.txt"
excerpt deeper Test
