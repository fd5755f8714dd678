#!/usr/bin/env bash
# S5, tables I and II: how w falls with the number of the move
source "$(dirname "$0")/common.sh"
python3 experiments/interval.py "$(scaled 200 2000)"
