// What goes between islands that have processes of their own: messages, the folder in which they
// meet, and crossings in which somebody is missing.
#include "tuner/run/island_traffic.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "tests/tuner/small_run.hpp"
#include "tuner/run/folder_exchange.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;
using namespace std::chrono_literals;
namespace asio = boost::asio;
using Catch::Matchers::Contains;

const MigrantsMessage kMessage{
    "r7f3",
    "00ff",
    2,
    40,
    false,
    {{7, {{"A11", "53"}, {"Depth", "0.25"}, {"Fast", "true"}, {"Driver", "mtdf"}}, 0.61, 48}}};

std::string fault_in(const std::string& line) {
    const auto parsed = parse_migrants(line);
    const auto* refusal = std::get_if<Refusal>(&parsed);
    return refusal == nullptr ? "" : refusal->text;
}

/// Runs a coroutine to its end.
template <class T>
T result_of(asio::io_context& context, asio::awaitable<T> work) {
    std::optional<T> result;
    asio::co_spawn(
        context,
        [](asio::awaitable<T> inner, std::optional<T>& out) -> asio::awaitable<void> {
            out.emplace(co_await std::move(inner));
        }(std::move(work), result),
        [](std::exception_ptr error) {
            if (error) std::rethrow_exception(error);
        });
    context.restart();
    context.run();
    return *std::move(result);
}

TEST_CASE("a message of migrants is read back as it was written") {
    const std::string line = to_json(kMessage);
    CHECK(line ==
          R"({"v":1,"type":"migrants","run":"r7f3","settings":"00ff","island":2,"gen":40,)"
          R"("individuals":[{"id":7,"params":{"A11":53,"Depth":0.25,"Fast":true,"Driver":"mtdf"},)"
          R"("score":0.61,"pairs":48}]})");
    auto parsed = parse_migrants(line);
    REQUIRE(std::holds_alternative<MigrantsMessage>(parsed));
    CHECK(std::get<MigrantsMessage>(parsed) == kMessage);

    MigrantsMessage last = kMessage;
    last.last = true;
    last.individuals.clear();
    const ArrivalsMessage arrivals{41, true, {kMessage, last}};
    const auto again = parse_arrivals(to_json(arrivals));
    REQUIRE(std::holds_alternative<ArrivalsMessage>(again));
    CHECK(std::get<ArrivalsMessage>(again) == arrivals);
}

TEST_CASE("what is no message of migrants is refused with the field's name") {
    const std::string head = R"({"v":1,"type":"migrants","run":"r","settings":"s")";
    const auto with = [&](const std::string& rest) { return fault_in(head + rest + "}"); };
    CHECK(with(R"(,"island":0,"gen":1,"individuals":[],"more":{"x":1})").empty());
    CHECK_THAT(with(R"(,"gen":1,"individuals":[])"), Contains("island"));
    CHECK_THAT(with(R"(,"island":-1,"gen":1,"individuals":[])"), Contains("island"));
    CHECK_THAT(with(R"(,"island":0,"gen":0.5,"individuals":[])"), Contains("gen"));
    CHECK_THAT(with(R"(,"island":0,"gen":1)"), Contains("individuals"));
    CHECK_THAT(with(R"(,"island":0,"gen":1,"individuals":[7])"), Contains("individuals"));
    CHECK_THAT(with(R"(,"island":0,"gen":1,"individuals":[{"id":1},{}])"),
               Contains("individuals[1].id"));
    CHECK_THAT(with(R"(,"island":0,"gen":1,"individuals":[{"id":1,"params":{"a":[]}}])"),
               Contains("individuals[0].params"));
    CHECK_THAT(with(R"(,"island":0,"gen":1,"individuals":[{"id":1,"score":2}])"),
               Contains("individuals[0].score"));
    CHECK_THAT(fault_in(R"({"v":1,"type":"migrants"})"), Contains("run"));
    CHECK_THAT(fault_in(R"({"v":1,"type":"arrivals"})"), Contains("migrants"));
    CHECK_FALSE(fault_in("").empty());
    CHECK_FALSE(fault_in("[]").empty());
}

TEST_CASE("a folder keeps what islands show, once and whole") {
    const Folder folder;
    asio::io_context context;
    FolderExchange here{context, folder / "x", "a/b c"}, there{context, folder / "x", "a/b c"};
    CHECK(result_of(context, there.arrived(0ms))->empty());  // it need not be there
    CHECK(!result_of(context, here.publish({0, 5}, "one")));
    CHECK(!result_of(context, here.publish({0, 5}, "two")));  // the first stays
    CHECK(!result_of(context, here.publish({0, 5, true}, "end")));
    const auto both = result_of(context, there.arrived(0ms));
    REQUIRE(both);
    REQUIRE(both->size() == 2);
    std::map<std::string, std::string> texts;
    for (const MigrantLetter& letter : *both)
        texts[std::filesystem::path{letter.from}.filename().string()] = letter.text;
    CHECK(texts == std::map<std::string, std::string>{{"island-0-gen-5.json", "one\n"},
                                                      {"island-0-last.json", "end\n"}});
    CHECK(std::filesystem::exists(folder / "x/a_b_c/island-0-gen-5.json"));
    CHECK(result_of(context, there.arrived(0ms))->empty());
    // Another run's folder is another one.
    FolderExchange other{context, folder / "x", "c"};
    CHECK(result_of(context, other.arrived(0ms))->empty());
    // A reader that was there before sees what is only written now.
    test::write_file(folder / "x/a_b_c/island-1-gen-5.json.part", "half");
    CHECK(result_of(context, there.arrived(0ms))->empty());
    asio::co_spawn(context, here.publish({1, 5}, "three"), asio::detached);
    const auto later = result_of(context, there.arrived(20s));
    REQUIRE(later);
    REQUIRE(later->size() == 1);
    CHECK(later->front().text == "three\n");

    test::write_file(folder / "file", "");
    FolderExchange nowhere{context, folder / "file", "r"};
    const auto problem = result_of(context, nowhere.publish({0, 1}, "x"));
    REQUIRE(problem);
    CHECK_THAT(*problem, Contains(folder / "file"));
}

/// Gives what the test has put there, and remembers what was published.
class Pile final : public MigrantExchange {
  public:
    struct Things {
        std::vector<std::string> coming, published;
    };
    Pile(asio::io_context& context, Things& things) : timer_{context}, things_{things} {}

    asio::awaitable<std::optional<std::string>> publish(MigrantLabel, std::string text) override {
        things_.published.push_back(std::move(text));
        co_return std::nullopt;
    }
    asio::awaitable<Expected<std::vector<MigrantLetter>>> arrived(
        std::chrono::milliseconds patience) override {
        std::vector<MigrantLetter> letters;
        for (std::string& text : things_.coming) letters.push_back({"pile", std::move(text)});
        things_.coming.clear();
        if (letters.empty() && patience > 0ms) {
            timer_.expires_after(std::min(patience, std::chrono::milliseconds{5}));
            co_await timer_.async_wait(asio::use_awaitable);
        }
        co_return letters;
    }

  private:
    asio::steady_timer timer_;
    Things& things_;
};

/// Island 0 of three.
struct Post {
    asio::io_context context;
    Experiment experiment;
    Pile::Things pile;
    std::vector<std::string> recorded, warnings;

    explicit Post(double patience = 0.05)
        : experiment{small_experiment({"strategy.name=islands", "strategy.population=8",
                                       "strategy.here=0", "strategy.every=1"})} {
        experiment.configuration.exchange.patience = patience;
    }

    IslandTraffic traffic(bool fresh = true) {
        return {std::make_unique<Pile>(context, pile),
                {experiment, fresh, [] { return false; },
                 [this](const std::string& event) { recorded.push_back(event); },
                 [this](const std::string& text) { warnings.push_back(text); }}};
    }

    Point point(double offset) const {
        Point point = experiment.space().start();
        point[0] += offset;
        return point;
    }

    Crossing crossing(int generation, Crossing::Want want, bool last = false) const {
        return {{0, generation, last, {{generation, point(0), 0.5, 6}}}, {1, 2}, want};
    }

    /// As another island's process writes it.
    std::string line(int island, int generation, bool last = false) {
        Pile::Things things;
        IslandTraffic other{std::make_unique<Pile>(context, things),
                            {experiment, true, [] { return false; }, {}, {}}};
        const Crossing out{
            {island, generation, last, {{100 * island + generation, point(island), 0.5, 6}}}, {}};
        REQUIRE(result_of(context, other.cross(out)));
        return things.published.at(0);
    }

    std::vector<std::pair<int, int>> cross(IslandTraffic& traffic, const Crossing& crossing) {
        const auto arrived = result_of(context, traffic.cross(crossing));
        INFO((arrived ? "" : arrived.error()));
        REQUIRE(arrived);
        std::vector<std::pair<int, int>> came;
        for (const Emigrants& island : *arrived) {
            came.emplace_back(island.island, island.generation);
            REQUIRE(island.members.size() == 1);
            CHECK(island.members[0].point == point(island.island));
        }
        return came;
    }

    std::string problem(const Crossing& crossing) {
        auto post = traffic();
        const auto arrived = result_of(context, post.cross(crossing));
        return arrived ? "" : arrived.error();
    }
};

using Came = std::vector<std::pair<int, int>>;
using Want = Crossing::Want;

TEST_CASE("a crossing waits for the same generation of all, and once for those who are away") {
    Post post;
    auto traffic = post.traffic();
    post.pile.coming = {post.line(2, 1), post.line(2, 2), "garbage", post.line(1, 1)};
    CHECK(post.cross(traffic, post.crossing(1, Want::same)) == Came{{1, 1}, {2, 1}});
    CHECK(post.pile.published.size() == 1);
    REQUIRE(post.warnings.size() == 1);
    CHECK_THAT(post.warnings[0], Contains("pile is ignored"));
    CHECK(post.cross(traffic, post.crossing(2, Want::same)) == Came{{2, 2}});
    REQUIRE(post.warnings.size() == 2);
    CHECK_THAT(post.warnings[1], Contains("without island 1 (generation 2)"));
    // Nobody waits for it now, until it is heard of again.
    post.pile.coming = {post.line(2, 3)};
    CHECK(post.cross(traffic, post.crossing(3, Want::same)) == Came{{2, 3}});
    CHECK(post.warnings.size() == 2);
    post.pile.coming = {post.line(1, 2), post.line(2, 4)};
    CHECK(post.cross(traffic, post.crossing(4, Want::same)) == Came{{2, 4}});
    CHECK(post.warnings.size() == 3);
    // Who has ended need not be waited for.
    post.pile.coming = {post.line(1, 4, true), post.line(2, 5)};
    CHECK(post.cross(traffic, post.crossing(5, Want::same)) == Came{{2, 5}});
    CHECK(post.warnings.size() == 3);
    post.pile.coming = {post.line(2, 6, true)};
    CHECK(post.cross(traffic, post.crossing(6, Want::last, true)) == Came{{1, 4}, {2, 6}});
    CHECK(post.warnings.size() == 3);
    CHECK(post.recorded.size() == 6);
}

TEST_CASE("a crossing that does not wait takes the newest, and nobody twice") {
    Post post{1000};
    auto traffic = post.traffic();
    CHECK(post.cross(traffic, post.crossing(1, Want::newest)).empty());
    post.pile.coming = {post.line(1, 4), post.line(1, 2), post.line(2, 9, true)};
    CHECK(post.cross(traffic, post.crossing(2, Want::newest)) == Came{{1, 4}, {2, 9}});
    CHECK(post.cross(traffic, post.crossing(3, Want::newest)).empty());
    post.pile.coming = {post.line(1, 4), post.line(1, 3), post.line(2, 9, true)};
    CHECK(post.cross(traffic, post.crossing(4, Want::newest)).empty());
    post.pile.coming = {post.line(1, 5)};
    CHECK(post.cross(traffic, post.crossing(5, Want::newest)) == Came{{1, 5}});
}

TEST_CASE("what was recorded comes from the record, and is shown again at the end of it only") {
    Post post;
    auto before = post.traffic();
    post.pile.coming = {post.line(1, 1), post.line(2, 1)};
    post.cross(before, post.crossing(1, Want::newest));
    post.cross(before, post.crossing(2, Want::newest));
    REQUIRE(post.recorded.size() == 2);

    Post later;
    auto after = later.traffic(false);
    for (const std::string& event : post.recorded) REQUIRE(!after.restore(event));
    later.pile.coming = {later.line(1, 7), later.line(2, 1)};
    CHECK(later.cross(after, later.crossing(1, Want::newest)) == Came{{1, 1}, {2, 1}});
    CHECK(later.pile.published.empty());
    CHECK(later.cross(after, later.crossing(2, Want::newest)).empty());
    REQUIRE(later.pile.published.size() == 1);
    CHECK(later.pile.published[0] == post.pile.published[1]);
    CHECK(later.recorded.empty());
    CHECK(later.cross(after, later.crossing(3, Want::newest)) == Came{{1, 7}});  // 2's is known
    CHECK(later.recorded.size() == 1);

    const auto damage = after.restore("{");
    REQUIRE(damage);
    CHECK_THAT(*damage, Contains("damaged"));
}

TEST_CASE("members of other runs are not let in") {
    Post post;
    post.pile.coming = {post.line(0, 3)};
    CHECK_THAT(post.problem(post.crossing(1, Want::same)),
               Contains("island 0 of an earlier run 'small'") && Contains("exchange.folder"));
    Post other;
    other.experiment.configuration.seed = 2;
    post.pile.coming = {other.line(1, 1)};
    CHECK_THAT(post.problem(post.crossing(1, Want::same)), Contains("other settings"));
    post.pile.coming = {to_json(
        MigrantsMessage{"small", common_settings(post.experiment), 1, 1, false, {{5, {}, 0, 1}}})};
    CHECK_THAT(post.problem(post.crossing(1, Want::newest)),
               Contains("island 1, generation 1, individual 5") && Contains("not all parameters"));
    // Which of them a process is makes no difference, nor where its engine lies.
    Post third;
    REQUIRE_FALSE(apply_setting(third.experiment.configuration.tree, "strategy.here=2"));
    REQUIRE_FALSE(apply_setting(third.experiment.configuration.tree, "engine.command=x"));
    CHECK(common_settings(third.experiment) == common_settings(post.experiment));
}

}  // namespace
