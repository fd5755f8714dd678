// A program that speaks a line protocol on its standard input and output, as a child of a test.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace sparring::test {

class Conversation {
  public:
    using Json = nlohmann::ordered_json;

    explicit Conversation(std::vector<std::string> command);
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;
    ~Conversation();  ///< kills it

    void send(const Json& message) { send_text(message.dump() + '\n'); }
    void send_text(const std::string& text);  ///< while it reads what comes back

    /// The next line; the test fails if none comes within a minute. Nothing at its end.
    std::optional<std::string> line();
    Json message();  ///< the next line; null at its end

    /// send(), and the next message.
    Json ask(const Json& question) {
        send(question);
        return message();
    }

    void end_input();
    void signal(int number);
    void kill();   ///< -9
    int finish();  ///< exit status, or 1000 + number of the signal that killed it

  private:
    bool pump(bool writing);

    pid_t pid_ = -1;
    int in_ = -1, out_ = -1;
    std::string unsent_, received_;
    bool ended_ = false;
};

/// Runs a program to its end, without input; standard output and exit status.
struct Ran {
    std::string out;
    int status = -1;
};
Ran ran(std::vector<std::string> command);

/// The examples of docs/tune-protocol.md for a role: what the other program (`->`) or the tuner
/// (`<-`) sends.
std::vector<std::string> documented(const std::string& role, const std::string& direction);

/// Names of the fields of the first example of a message that the tuner sends.
std::vector<std::string> documented_fields(const std::string& role, const std::string& type);
std::vector<std::string> fields(const Conversation::Json& message);

}  // namespace sparring::test
