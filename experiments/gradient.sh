#!/usr/bin/env bash
# S1, tables 2 and 3: training with a curriculum ("gradient") against training at one depth
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/dots.sh"
arm gradient
arm direct

head_row generations "gradient, CPU s" "direct, CPU s" ratio "gradient, nodes" "direct, nodes" ratio
join <(ask cost gradient "$step" | sed 's/ /-/') <(ask cost direct "$step" | sed 's/ /-/') |
    awk '{ printf "| %s | %s | %s | %.2f | %.3g | %.3g | %.3f |\n", $1, $3, $7, $3 / $7, $4, $8, $4 / $8 }'
echo
echo 'Champions of the same generation, 200 pairs of games at depth 4; gradient training'"'"'s point of view.'
echo
head_row generation W D L Elo
for ((generation = step - 1; generation < last; generation += step)); do
    play "champions-$generation" "${dots_match[@]}" -rounds 200 \
        $(entrant gradient gradient "$generation") $(entrant direct direct "$generation")
    awk -v generation="$generation" '$1 == "gradient" && /\+\/-/ {
        printf "| %d | %d | %d | %d | %s +/- %s |\n", generation, $3, $4, $5, $8, $10 }' "$folder/champions-$generation.txt"
done
