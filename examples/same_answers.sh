#!/bin/sh
# same_answers.sh BOT.. REVERSI: all bots answer the same where nothing is left to chance; exit status 1 if not.
sed -n 's/^# > //p' "$0" | "$@" 2>&1 | sed 's/^id name .*/id name/' >"${TMPDIR:-/tmp}/answers.$$"
sed -n 's/^# < //p' "$0" | diff - "${TMPDIR:-/tmp}/answers.$$"
status=$?
rm -f "${TMPDIR:-/tmp}/answers.$$"
exit $status

# > ugi
# < id name
# < id author you
# < option name Seed type spin default 1 min 0 max 999999999
# < option name Variant type combo default othello var othello var reversed
# < ugiok
# > xyzzy
# > setoption name Seed value many
# < info string error option Seed: no such option
# > setoption name seed value 5
# > position fen neither fish nor fowl
# < info string error position: fen: expected 64 squares, a blank and the side to move, found 4 words
# > isready
# < readyok
#   c1 takes all discs, d2 one of the two.
# > position fen XO-------XO-------X--------------------------------------------- X
# > go depth 1
# < info depth 1 score cp 100000
# < bestmove c1
#   Colours exchanged: now it is the second player who wins.
# > position fen OX-------OX-------O--------------------------------------------- O
# > go infinite
# > isready
# < readyok
# > stop
# < info depth 1 score cp 100000
# < bestmove c1
# > query legalmoves
# < response c1 d2
#   In the reversed variant taking everything loses.
# > setoption name Variant value reversed
# > position fen XO-------XO-------X--------------------------------------------- X
# > go movetime 100
# < info depth 1 score cp 0
# < bestmove d2
# > position fen XO-------XO-------X--------------------------------------------- X moves c1
# > go movetime 100
# < info depth 1 score cp -100001
# < bestmove none
# > query result
# < response p2win
# > quit
