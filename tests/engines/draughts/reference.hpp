// A slow generator that is right by looking at it: squares in an array, plain recursion, all
// sequences first and the rule of the most pieces last. Moves are Hub texts.
#pragma once

#include <set>
#include <string>

#include "engines/draughts/notation.hpp"

namespace sparring::draughts::test {

class Reference {
  public:
    explicit Reference(const Position& position);

    std::set<std::string> moves() const;

  private:
    struct Place {
        int row, column;
        bool operator<(const Place& o) const {
            return row != o.row ? row < o.row : column < o.column;
        }
    };
    using Captured = std::set<Place>;

    char at(Place place) const;
    bool is_own(char piece) const { return piece == own_man_ || piece == own_king_; }
    bool is_enemy(char piece) const { return piece != '.' && piece != '#' && !is_own(piece); }
    static int number(Place place) { return 5 * place.row + place.column / 2 + 1; }

    void add_steps(Place from, std::set<std::string>& texts) const;
    void jump(Place here, bool king, const Captured& captured,
              std::set<std::pair<int, Captured>>& ends);

    std::string squares_;  // 100, '.' also where no piece can stand
    char own_man_, own_king_;
    int forward_;
    bool killer_;
};

}  // namespace sparring::draughts::test
