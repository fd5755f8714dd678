// Makes the endgame tables of both variants, or checks those that are there.
#include <fmt/format.h>

#include <cstdio>
#include <cstring>

#include "engines/draughts/table_builder.hpp"

using namespace sparring::draughts;

namespace {

constexpr const char* kUsage =
    "draughts-tables [--check] FOLDER\n"
    "  Writes the endgame tables of draughts, 2 to 4 pieces, and checks every position;\n"
    "  with --check only reads and checks those that are there.\n";

bool fail(const std::string& problem) {
    fmt::print(stderr, "error: {}\n", problem);
    return false;
}

bool check(const Tables& tables) {
    const Checked checked = check_pieces(tables);
    fmt::print("{:>11} positions, {} won, {} lost, {} drawn for the side to move; {} wrong\n",
               checked.positions, checked.won, checked.lost,
               checked.positions - checked.won - checked.lost, checked.wrong);
    std::fflush(stdout);
    return checked.wrong == 0 || fail("wrong values");
}

bool make(const std::filesystem::path& folder, Variant variant, bool write) {
    Tables made{variant}, read{variant};
    for (int pieces = 2; pieces <= Tables::kMostPieces; ++pieces) {
        if (write) {
            add_pieces(made);
            if (const auto error = made.write(folder)) return fail(error->message);
        }
        if (const auto error = read.read(folder)) return fail(error->message);
        fmt::print("{:<20}", Tables::file(folder, variant, pieces).filename().string());
        if (!check(read)) return false;
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    const bool only_check = argc == 3 && std::strcmp(argv[1], "--check") == 0;
    if ((argc != 2 && !only_check) || argv[argc - 1][0] == '-') {
        fmt::print(stderr, "{}", kUsage);
        return 2;
    }
    const std::filesystem::path folder{argv[argc - 1]};
    std::error_code error;
    if (!only_check) std::filesystem::create_directories(folder, error);
    if (error) return fail(fmt::format("{}: {}", folder.string(), error.message())), 1;
    for (const Variant variant : {Variant::international, Variant::killer}) {
        if (!make(folder, variant, !only_check)) return 1;
    }
    return 0;
}
