#!/usr/bin/env bash
# every strategy on an engine with a known optimum, at three budgets
source "$(dirname "$0")/common.sh"
cmake --build build --target synthetic_engine >&2
budgets=(1000 4000 $(scaled 16000 64000))

row() {  # row NAME [KEY=VALUE...]
    local name=$1 budget cells=
    shift
    for budget in "${budgets[@]}"; do
        tune "$name-$budget" experiments/synthetic.toml "strategy.name=$name" "run.budget.games=$budget" \
            "${@//BUDGET/$((budget / 16))}"
        cells+=" | $(elo "$name-$budget" "champion vs start") | $(elo "$name-$budget" "mean vs start")"
    done
    echo "| \`$name\`$cells |"
}

printf '| strategy |'
printf ' champion, %s games | mean |' "${budgets[@]}"
printf '\n|---|'
printf -- '---|---|%.0s' "${budgets[@]}"
printf '\n'
row aga strategy.population=24
row pairs strategy.population=24 strategy.generations=1000000
row hof strategy.population=24 strategy.opponents=6 strategy.hall=4
row islands strategy.islands=2 strategy.population=24 strategy.knockout_pairs=4
row spsa strategy.iterations=BUDGET
row cmaes strategy.population=16 strategy.pairs=4
row random strategy.population=32
row ant-colony strategy.archive=20 strategy.ants=8 strategy.pairs=4
