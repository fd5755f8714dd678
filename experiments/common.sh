# What the experiments share: sourced, not run. Each keeps its runs and matches in
# build/experiments/NAME, goes on where it was interrupted, and writes its result as Markdown to
# standard output.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
experiment=$(basename "$0" .sh)
full=
[ "${1:-}" = --full ] && full=1
folder=build/experiments/$experiment${full:+-full}
mkdir -p "$folder"
export PATH=$PWD/build/bin:$PATH

note() { printf '%s\n' "$*" >&2; }

# scaled SMALL FULL: one of the two
scaled() { [ -n "$full" ] && echo "$2" || echo "$1"; }

# tune RUN FILE [KEY=VALUE...]: a run, or what is missing of it
tune() {
    local run=$1 file=$2 settings=() setting
    shift 2
    for setting in "$@"; do settings+=(--set "$setting"); done
    note "run $run"
    tuner run "$file" --dir "$folder/$run" --resume --quiet "${settings[@]}" >"$folder/$run.txt"
}

# elo RUN "champion vs start": the last column of the test's table, `+81.4 +/- 32.9`
elo() { sed -n "s/^$2  *[0-9]* *[0-9]* *[0-9]*  *//p" "$folder/$1.txt"; }

# ask WHAT RUN [...]: what experiments/run_file.py makes of the run's file
ask() { python3 experiments/run_file.py "$1" "$folder/$2/run.db" "${@:3}"; }

# values RUN [GENERATION]: of the champion, as the referee's keys
values() { tuner export "$folder/$1" --as referee ${2:+--generation "$2"}; }

# play MATCH OPTION...: a tournament, or what is missing of it; PARAGRAPHS of its tables by play_tables
play() {
    local match=$folder/$1
    shift
    note "match ${match##*/}"
    if [ -f "$match" ]; then
        referee resume "$match" -concurrency "$(nproc)" >"$match.txt"
    else
        referee -archive "$match" -concurrency "$(nproc)" "$@" >"$match.txt"
    fi
}

# paragraphs MOST OUTPUT BEGINNING...: up to so many paragraphs that begin so, of each, as a block; ratings without
# the chances
paragraphs() {
    local most=$1 output=$folder/$2 beginning
    echo '```'
    for beginning in "${@:3}"; do
        awk -v beginning="$beginning" -v most="$most" 'BEGIN { RS = "" }
            index($0, beginning) == 1 && most-- > 0 { sub(/\nStronger than.*/, ""); print $0 "\n" }' "$output.txt"
    done | sed '$d'
    echo '```'
}

# tables MATCH BEGINNING...: all such paragraphs of a match
tables() { paragraphs 1000 "$@"; }

# excerpt RUN BEGINNING...: the first such paragraph of a run, which tells of later tests, too
excerpt() { paragraphs 1 "$@"; }

# compared ARM=RUN... [OPTION...]: the verdict of `tuner compare`, as a block; RUN: a pattern
compared() {
    local options=() word
    for word in "$@"; do
        case $word in
            --*) options+=("$word") ;;
            *) options+=("--label=${word%%=*}=$(cd "$folder" && printf '%s\n' ${word#*=} | grep -v '\.txt$' | paste -sd,)") ;;
        esac
    done
    echo '```'
    (cd "$folder" && tuner compare "${options[@]}")
    echo '```'
}

# settings STRATEGY GAMES: keys that suit a budget of so many games, for those who compare strategies
settings() {
    case $1 in
        aga) echo strategy.population=24 ;;
        pairs) echo strategy.population=24 strategy.generations=1000000 ;;
        hof) echo strategy.population=24 strategy.opponents=6 strategy.hall=4 ;;
        islands) echo strategy.islands=2 strategy.population=24 strategy.knockout_pairs=4 ;;
        spsa) echo strategy.iterations=$(($2 / 16)) ;;
        cmaes) echo strategy.population=16 strategy.pairs=4 ;;
        random) echo strategy.population=32 ;;
        ant-colony) echo strategy.archive=20 strategy.ants=8 strategy.pairs=4 ;;
    esac
}
strategies=(aga pairs hof islands spsa cmaes random ant-colony)

# head_row CELL...: the head of a table
head_row() {
    printf '| %s ' "$@"
    printf '|\n'
    printf -- '|---%.0s' "$@"
    printf '|\n'
}
