#include "tuner/strategy/catalogue.hpp"

#include "tuner/strategy/pairs.hpp"

namespace sparring::tuner {

const std::vector<StrategyRow>& strategies() {
    static const std::vector<StrategyRow> table{
        {"pairs", "paired winners, then a knockout (de Graaf and Poels 2017)", make_pairs},
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
