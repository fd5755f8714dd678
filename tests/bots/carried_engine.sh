#!/bin/sh
# carried_engine.sh "ENGINE ARGUMENT.." [WORD..]: the synthetic engine without its options P1,
# P2, .. They come to it as words --P1=20, as lines P1=20 of the files among the words, or as variables.
engine=$1
shift
{
    for word in "$@"; do
        case $word in
        --P*=*) echo "$word" | sed 's/^--\(.*\)=\(.*\)/setoption name \1 value \2/' ;;
        *) if [ -f "$word" ]; then sed 's/^\(.*\)=\(.*\)/setoption name \1 value \2/' "$word"; fi ;;
        esac
    done
    env | sed -n 's/^\(P[0-9]\)=\(.*\)/setoption name \1 value \2/p'
    exec cat
} | $engine | sed -u '/^option name P[0-9]/d'
