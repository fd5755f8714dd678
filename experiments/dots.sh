# Runs on dots-and-boxes that several experiments share: sourced after common.sh, not run.
# They are kept in build/experiments/dots.
folder=build/experiments/dots${full:+-full}
mkdir -p "$folder"
last=$(scaled 60 300)  # generations
step=$((last / 6))     # between champions that are looked at
stages=(stage.1.until=$((last / 3)) stage.2.until=$((2 * last / 3)) "strategy.generations=$last" test.pairs=200)
ordinary=(strategy.epsilon=1 strategy.p_c1=0.7 strategy.p_c2=0.7 strategy.p_m1=0.01 strategy.p_m2=0.01
    strategy.crossover=single-point strategy.mutation=bits)
# As many games in a generation as the genetic algorithm has: 50 pairs.
colony=(strategy.name=ant-colony strategy.archive=50 strategy.ants=25 strategy.pairs=1)

# arm NAME: one of gradient, direct, ordinary, gradient-colony, direct-colony
arm() {
    local curriculum=tuner/presets/aga-dots.toml direct=experiments/direct-dots.toml
    case $1 in
        gradient) tune gradient $curriculum "${stages[@]}" ;;
        direct) tune direct $direct "strategy.generations=$last" strategy.population=50 test.pairs=200 ;;
        ordinary) tune ordinary $curriculum "${stages[@]}" "${ordinary[@]}" ;;
        gradient-colony)
            sed '/^population = /d' $curriculum >"$folder/colony.toml"
            tune gradient-colony "$folder/colony.toml" "${stages[@]}" "${colony[@]}"
            ;;
        direct-colony) tune direct-colony $direct "strategy.generations=$last" test.pairs=200 "${colony[@]}" ;;
    esac
}

# entrant NAME RUN GENERATION: an engine for the referee
entrant() { echo "-engine cmd=dots-and-boxes name=$1 $(values "$2" "$3")"; }

# Openings that no training saw, full-width searches of the papers' kind.
dots_match=(-game dots-and-boxes/5x5 -each depth=4 option.Hash=8 option.Solve=0 option.Search=absss
    -openings random plies=20 seed=9001 -repeat)
