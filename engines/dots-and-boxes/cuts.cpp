#include "engines/dots-and-boxes/cuts.hpp"

namespace sparring::dots_and_boxes {

void CutGenerator::generate(const StringGraph& graph, const Lanes& lanes, Cuts& cuts) {
    cuts.count_ = 0;
    add_strings(graph, lanes, find_changes(graph), cuts);
    add_loose(graph, lanes, cuts);
    for (unsigned i = 0; i < cuts.count_; ++i) {
        cuts.cuts_[i].key = StringKeys::key(cuts.after_[i]);
        cuts.cuts_[i].number = static_cast<std::uint8_t>(i);
    }
}

CutGenerator::Special CutGenerator::find_changes(const StringGraph& graph) {
    constexpr unsigned ground = StringKeys::kGroundJoint;
    constexpr Boxes joints = (Boxes{1} << ground) - 1;
    const Boxes threes = graph.threes();
    Special special{graph.selfs(), 0};
    Boxes pairs = 0;  // what becomes a chain of two
    for (Boxes left = threes; left != 0; left &= left - 1) {
        const auto joint = static_cast<unsigned>(std::countr_zero(left));
        const auto [x, y, z] = graph.three_ends(joint);
        const unsigned a = StringGraph::joint_of(graph.across(x)),
                       b = StringGraph::joint_of(graph.across(y)),
                       c = StringGraph::joint_of(graph.across(z));
        const unsigned i = graph.length(x), j = graph.length(y), k = graph.length(z);
        const Lanes to_a = keys_->string(joint, a, i), to_b = keys_->string(joint, b, j),
                    to_c = keys_->string(joint, c, k);
        change_[x] = keys_->string(b, c, j + k + 1) - (to_b + to_c);
        change_[y] = keys_->string(a, c, i + k + 1) - (to_a + to_c);
        change_[z] = keys_->string(a, b, i + j + 1) - (to_a + to_b);
        const Boxes at_a = Boxes{1} << a, at_b = Boxes{1} << b, at_c = Boxes{1} << c;
        const bool doubled = (((at_a & at_b) | (at_a & at_c) | (at_b & at_c)) & joints) != 0;
        const bool pair = ((b == ground) & (c == ground) & (j + k == 1)) |
                          ((a == ground) & (c == ground) & (i + k == 1)) |
                          ((a == ground) & (b == ground) & (i + j == 1));
        special.both |= Boxes{doubled} << joint;
        pairs |= Boxes{pair} << joint;
    }
    (graph.loose().chains[2] != 0 ? special.any : special.both) |= pairs;
    for (Boxes left = graph.joints() & ~threes; left != 0; left &= left - 1) {
        const auto joint = static_cast<unsigned>(std::countr_zero(left));
        for (unsigned end = 4 * joint; end < 4 * joint + 4; ++end) change_[end] = Lanes{};
    }
    return special;
}

void CutGenerator::add_strings(const StringGraph& graph, const Lanes& lanes, Special special,
                               Cuts& cuts) const {
    const auto add = [&](auto is_special) {
        Lanes* after = cuts.after_.data();
        Cut* cut = cuts.cuts_.data();
        graph.each_string([&](unsigned end) {
            const unsigned to = graph.across(end), length = graph.length(end);
            if (is_special(StringGraph::joint_of(end), StringGraph::joint_of(to))) [[unlikely]] {
                StringGraph rest = graph;
                rest.cut(end);
                *after = keys_->lanes(rest);
            } else {
                *after =
                    lanes -
                    keys_->string(StringGraph::joint_of(end), StringGraph::joint_of(to), length) +
                    change_[end] + change_[to];
            }
            cut->kind = Cut::Kind::string;
            cut->end = static_cast<std::uint8_t>(end);
            cut->length = static_cast<std::uint8_t>(length);
            ++after;
            ++cut;
        });
        cuts.count_ = static_cast<unsigned>(cut - cuts.cuts_.data());
    };
    if ((special.any | special.both) == 0) {
        add([](unsigned, unsigned) { return false; });
    } else {
        add([special](unsigned a, unsigned b) {
            return (((special.both >> a & special.both >> b) | special.any >> a |
                     special.any >> b) &
                    1) != 0;
        });
    }
}

void CutGenerator::add_loose(const StringGraph& graph, const Lanes& lanes, Cuts& cuts) const {
    const auto add_shortest = [&](Cut::Kind kind, std::uint32_t lengths) {
        if (lengths == 0) return;
        const auto length = static_cast<unsigned>(std::countr_zero(lengths));
        const Lanes part = kind == Cut::Kind::chain ? keys_->chain(length) : keys_->loop(length);
        cuts.after_[cuts.count_] = lanes - part;
        Cut& cut = cuts.cuts_[cuts.count_++];
        cut.kind = kind;
        cut.end = StringGraph::kGround;
        cut.length = static_cast<std::uint8_t>(length);
    };
    constexpr std::uint32_t shorts = 0b110;
    const LooseParts& loose = graph.loose();
    add_shortest(Cut::Kind::chain, loose.chain_lengths & shorts);
    add_shortest(Cut::Kind::chain, loose.chain_lengths & ~shorts);
    add_shortest(Cut::Kind::loop, loose.loop_lengths);
}

}  // namespace sparring::dots_and_boxes
