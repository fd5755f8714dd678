#!/usr/bin/env bash
# every strategy on an engine with a known optimum, at three budgets
source "$(dirname "$0")/common.sh"
[ -x build/tests/synthetic_engine ] || cmake --build build --target synthetic_engine >&2
budgets=(1000 4000 $(scaled 16000 64000))

cells=(strategy)
for budget in "${budgets[@]}"; do cells+=("champion, $budget games" mean); done
head_row "${cells[@]}"
for name in "${strategies[@]}"; do
    printf '| `%s` ' "$name"
    for budget in "${budgets[@]}"; do
        tune "$name-$budget" experiments/synthetic.toml "strategy.name=$name" "run.budget.games=$budget" \
            $(settings "$name" "$budget")
        printf '| %s ' "$(elo "$name-$budget" "champion vs start")" "$(elo "$name-$budget" "mean vs start")"
    done
    echo '|'
done
