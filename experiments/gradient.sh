#!/usr/bin/env bash
# S1, tables 2 and 3: training with a curriculum ("gradient") against training at one depth
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/dots.sh"
arm gradient
arm direct

echo '| generations | gradient, CPU s | direct, CPU s | ratio | gradient, nodes | direct, nodes | ratio |'
echo '|---|---|---|---|---|---|---|'
join <(ask cost gradient "$step" | sed 's/ /-/') <(ask cost direct "$step" | sed 's/ /-/') |
    awk '{ printf "| %s | %s | %s | %.2f | %.3g | %.3g | %.3f |\n", $1, $3, $7, $3 / $7, $4, $8, $4 / $8 }'
echo
echo 'Champions of the same generation, 200 pairs of games at depth 4; G: gradient, D: direct.'
echo
for ((generation = step - 1; generation < last; generation += step)); do
    play "champions-$generation" "${dots_match[@]}" -rounds 200 \
        $(entrant "G$generation" gradient "$generation") $(entrant "D$generation" direct "$generation")
    tables "champions-$generation" 'Player  '
done
