#!/usr/bin/env bash
# S3: the evaluation's terms switched on one by one, and its literal readings
source "$(dirname "$0")/common.sh"
weights=(Pieces=80 Tempi=4 Balance=4 Coherence=4 Mobility=1)
engines=()
for ((count = 1; count <= ${#weights[@]}; ++count)); do
    engine="-engine cmd=draughts name=$count-terms"
    for ((i = 0; i < ${#weights[@]}; ++i)); do
        if ((i < count)); then engine+=" option.${weights[i]}"; else engine+=" option.${weights[i]%=*}=0"; fi
    done
    engines+=($engine)
done
engines+=(-engine cmd=draughts name=literal-mobility option.LiteralMobility=true
    -engine cmd=draughts name=literal-tempi option.LiteralTempi=true
    -engine cmd=draughts name=learnt option.Weights=learnt)
play terms -game draughts/international -each depth=4 option.Hash=8 option.Solve=0 -maxmoves 100 \
    -openings random plies=6 seed=9001 -repeat -rounds "$(scaled 40 400)" "${engines[@]}"
tables terms '#  Player' 'W-D-L'
