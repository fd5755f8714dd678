#!/usr/bin/env bash
# every strategy at equal budget on every game, measured on held-out openings
source "$(dirname "$0")/common.sh"
budget=$(scaled 3000 30000)  # games
games=(dots draughts reversi amazons)

for name in "${strategies[@]}"; do
    for game in "${games[@]}"; do
        tune "$game-$name" "experiments/tune-$game.toml" "strategy.name=$name" "run.budget.games=$budget" \
            "test.pairs=$(scaled 200 1000)" $(settings "$name" "$budget")
    done
done

for opponent in start hand; do
    printf '\nAgainst `%s`:\n\n' "$opponent"
    cells=(strategy)
    for game in "${games[@]}"; do cells+=("$game, champion" mean); done
    head_row "${cells[@]}"
    for name in "${strategies[@]}"; do
        printf '| `%s` ' "$name"
        for game in "${games[@]}"; do
            printf '| %s ' "$(elo "$game-$name" "champion vs $opponent")" "$(elo "$game-$name" "mean vs $opponent")"
        done
        echo '|'
    done
done
