#include "engines/amazons/tactics.hpp"

namespace sparring::amazons {

std::pair<std::vector<std::string>, int> Tactics::bench() {
    return {{
                "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
                "5qx3/1x8/Q3q5/x3Q1x3/1x2Q2x2/5Q3x/2qxxxxxx1/1xxxqx4/x4x4/6x3 w",
                "5x4/1qxxq2x2/1x2xxx1xx/x1xxxQxx2/xq1xx2Q1x/x2xxQ1xxx/3xx3x1/3xxx1x1q/2x4x1x/5xxxQx w",
            },
            4};
}

}  // namespace sparring::amazons
