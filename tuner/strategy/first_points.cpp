#include "tuner/strategy/first_points.hpp"

#include "tuner/strategy/operators.hpp"

namespace sparring::tuner {

Point FirstPoints::draw(const Space& space, Random& random) const {
    return where == Where::random ? random_point(space, random)
                                  : random_near(space, space.start(), spread, random);
}

FirstPoints read_first_points(Table& table) {
    FirstPoints from;
    if (table.word("start", "near", {"random", "near"}) == "random")
        from.where = FirstPoints::Where::random;
    from.spread = table.number("spread", from.spread, 0, 1);
    return from;
}

std::vector<Point> first_points(const Space& space, const FirstPoints& from, int count,
                                std::uint64_t seed) {
    std::vector<Point> points;
    for (int i = 0; i < count; ++i) {
        Random random{seed, {0, static_cast<std::uint64_t>(i), 0}};
        const bool start = i == 0 && from.where == FirstPoints::Where::near;
        points.push_back(start ? space.start() : from.draw(space, random));
    }
    return points;
}

}  // namespace sparring::tuner
