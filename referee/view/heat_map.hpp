// A matrix of values as tinted cells: a round robin's scores, row against column.
#pragma once

#include <string>
#include <vector>

#include "referee/view/svg_chart.hpp"

namespace sparring::referee {

struct HeatMap {
    std::string title{};
    std::string description{};
    std::string row_title{};     ///< what the rows are: "champion of generation"
    std::string column_title{};  ///< what the columns are
    std::string unit{};          ///< of the values
    std::vector<std::string> rows{};
    std::vector<std::string> columns{};
    std::vector<std::vector<double>>
        values;         ///< [row][column]; missing or not finite: an empty cell
    double middle = 0;  ///< where the two hues meet
    double reach = 0;   ///< the distance from it that has the full tint; 0: the greatest there is
    int decimals = 0;
};

/// Values stand in the cells where these are wide enough, otherwise in hints.
std::string svg(const HeatMap& chart, const Look& look = {});

/// One line a cell that has a value: row, column, value.
std::string csv(const HeatMap& chart);

}  // namespace sparring::referee
