#include <fmt/format.h>

#include <exception>
#include <string>
#include <vector>

#include "referee/cli/run.hpp"

int main(int argc, char** argv) {
    try {
        return sparring::referee::run(std::vector<std::string>(argv + 1, argv + argc));
    } catch (const std::exception& error) {
        fmt::print(stderr, "referee: {}\n", error.what());
        return sparring::referee::kAborted;
    }
}
