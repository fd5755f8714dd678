#include <string>
#include <vector>

#include "tuner/cli/commands.hpp"

int main(int count, char** words) {
    const std::vector<std::string> command_line(words + 1, words + count);
    return sparring::tuner::run(command_line);
}
