#include "tuner/strategy/catalogue.hpp"

#include "tuner/strategy/aga.hpp"
#include "tuner/strategy/ant_colony.hpp"
#include "tuner/strategy/cmaes.hpp"
#include "tuner/strategy/hof.hpp"
#include "tuner/strategy/islands.hpp"
#include "tuner/strategy/pairs.hpp"
#include "tuner/strategy/random_search.hpp"
#include "tuner/strategy/spsa.hpp"

namespace sparring::tuner {

const std::vector<StrategyRow>& strategies() {
    static const std::vector<StrategyRow> table{
        {"aga", "adaptive rates, fitness by first differences (Bi, Wang and Chen 2016)", make_aga},
        {"pairs", "paired winners, then a knockout (de Graaf and Poels 2017)", make_pairs},
        {"hof", "all against all and a hall of fame (Deng 2021)", make_hof},
        {"islands", "populations in groups, with migration (Qiu et al.)", make_islands},
        {"ant-colony", "ant colony for continuous domains, ACO_R (Socha and Dorigo 2008)",
         make_ant_colony},
        {"cmaes", "covariance matrix adaptation evolution strategy (Hansen 2023)", make_cmaes},
        {"random", "random points and successive halving (Jamieson and Talwalkar 2016)",
         make_random_search},
        {"spsa", "simultaneous perturbation stochastic approximation (Spall 1992)", make_spsa},
    };
    return table;
}

std::unique_ptr<Strategy> make_strategy(Table& table, const StrategyContext& context) {
    std::vector<std::string> names;
    for (const StrategyRow& row : strategies()) names.emplace_back(row.name);
    if (!table.has("name")) table.refuse("name", "is not given");
    const std::string name = table.word("name", names.front(), names);
    for (const StrategyRow& row : strategies())
        if (row.name == name) return row.make(table, context);
    return nullptr;
}

}  // namespace sparring::tuner
