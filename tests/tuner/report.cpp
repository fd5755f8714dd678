// Tests of reports: what they say is what the run file has.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "referee/statistics/elo.hpp"
#include "referee/view/number_text.hpp"
#include "tests/catch.hpp"
#include "tests/referee/well_formed.hpp"
#include "tests/tuner/tuner_run.hpp"
#include "tuner/genome/random.hpp"
#include "tuner/view/estimates.hpp"
#include "tuner/view/plots.hpp"
#include "tuner/view/report.hpp"
#include "tuner/view/sensitivity.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;
using Catch::Matchers::Contains;
using test::contents;
using test::run_tuner;
using test::xml_fault;

/// A finished run of a second, in `folder`.
std::string finished_run(const test::Folder& folder, const std::string& strategy,
                         int generations = 4, const std::string& more = {}) {
    test::write_tiny_run(folder / "t.toml", strategy, generations,
                         "[validation]\nevery = 2\npairs = 2\n" + more);
    const auto result =
        run_tuner(fmt::format("run {} -d {} -q", folder / "t.toml", folder / "run"));
    INFO(result.err);
    REQUIRE(result.status == 0);
    return folder / "run";
}

History history_of(const std::string& run) {
    const auto store = RunStore::open_to_read(run + "/run.db");
    REQUIRE(store);
    return read_history(**store);
}

std::int64_t counted_by_sql(const std::string& run, const std::string& query) {
    SQLite::Database database{run + "/run.db", SQLite::OPEN_READONLY};
    return database.execAndGet(query).getInt64();
}

double number_by_sql(const std::string& run, const std::string& query) {
    SQLite::Database database{run + "/run.db", SQLite::OPEN_READONLY};
    return database.execAndGet(query).getDouble();
}

std::set<std::string> names_of(const std::vector<NamedChart>& charts) {
    std::set<std::string> names;
    for (const NamedChart& chart : charts) CHECK(names.insert(chart.name).second);
    return names;
}

/// A run file that was made, and nothing more.
std::unique_ptr<RunStore> new_store(const std::string& path) {
    StoredRun run{
        "[run]\nname = \"<b>new</b>\"\n[strategy]\nname = \"pairs\"\n", "0", {}, {}, {}, {}};
    run.engines.push_back({"e", "/bin/e", "00"});
    run.parameters.push_back({.name = "A", .min = 0, .max = 10, .start = 3});
    run.openings.push_back({Role::train, {}});
    auto store = RunStore::create(path, run);
    REQUIRE(store);
    return *std::move(store);
}

const char* const kSections[] = {"In short", "Not shown", "Setup", "Cost", "Faults", "Reproduce"};

TEST_CASE("a history adds up what the rows of games say") {
    const test::Folder folder;
    const std::string run = finished_run(folder, "hof");
    const History history = history_of(run);
    for (const char* kind : {"train", "validation", "test"}) {
        INFO(kind);
        const Spent& spent = history.of(kind[0] == 't' && kind[1] == 'r' ? BatchKind::train
                                        : kind[0] == 'v'                 ? BatchKind::validation
                                                                         : BatchKind::test);
        const std::string from = fmt::format(
            "FROM games JOIN batches ON batch = batches.number WHERE kind = '{}'", kind);
        CHECK(spent.games == counted_by_sql(run, "SELECT count(*) " + from));
        CHECK(spent.games > 0);
        CHECK(spent.looked_up == counted_by_sql(run, "SELECT total(cached) " + from));
        CHECK(spent.nodes ==
              counted_by_sql(run, "SELECT total((nodes_a + nodes_b) * (1 - cached)) " + from));
        CHECK(spent.cpu_seconds ==
              Approx(1e-6 * number_by_sql(run, "SELECT total(cpu_us * (1 - cached)) " + from)));
    }
    REQUIRE(history.generations.size() == 4);
    CHECK(history.generation_count() == 4);
    std::int64_t games = 0;
    for (const Generation& generation : history.generations) {
        INFO(generation.number);
        games += generation.spent.games;
        CHECK(generation.games_so_far == games);
        CHECK(generation.spent.games ==
              counted_by_sql(run,
                             fmt::format("SELECT count(*) FROM games JOIN batches ON batch = "
                                         "batches.number WHERE kind = 'train' AND generation = {}",
                                         generation.number - 1)));
        REQUIRE(generation.parameters.size() == history.space.size());
        CHECK(generation.parameters[0].mean ==
              Approx(number_by_sql(
                  run,
                  fmt::format("SELECT avg(value) FROM (SELECT DISTINCT individual, "
                              "json_extract(point, '$[0]') AS value FROM candidates JOIN batches "
                              "ON batch = batches.number WHERE kind = 'train' AND generation = {})",
                              generation.number - 1))));
        CHECK(generation.parameters[0].low <= generation.parameters[0].high);
        CHECK(generation.answer);
    }
    CHECK(2 * total(history.training_pairs) == games);
    REQUIRE_FALSE(history.individuals.empty());
    const Individual& first = history.individuals.front();
    CHECK(share(first.pairs) ==
          Approx(number_by_sql(
              run,
              "SELECT avg(CASE WHEN ca.individual = 0 THEN score ELSE 1 - score END) FROM games g "
              "JOIN encounters e ON e.batch = g.batch AND e.number = encounter "
              "JOIN candidates ca ON ca.batch = g.batch AND ca.number = e.a "
              "JOIN candidates cb ON cb.batch = g.batch AND cb.number = e.b "
              "WHERE ca.individual = 0 OR cb.individual = 0")));
    CHECK(history.whole);
}

TEST_CASE("a report has every section, and the test's numbers are the games'") {
    const test::Folder folder;
    const std::string run = finished_run(folder, "pairs");
    const auto result = run_tuner("report " + run);
    INFO(result.err);
    REQUIRE(result.status == 0);
    CHECK_THAT(result.out, Contains(run + "/report/report.html"));
    CHECK_THAT(result.out, Contains(run + "/report/report.md"));
    const std::string text = contents(run + "/report/report.md");
    const std::string page = contents(run + "/report/report.html");
    for (const std::string section : {"In short", "Answers", "Test", "Not shown", "Training",
                                      "Setup", "Cost", "Faults", "Reproduce"}) {
        CHECK_THAT(text, Contains("\n## " + section + "\n"));
        CHECK_THAT(page, Contains("<h2>" + section + "</h2>"));
    }
    CHECK_THAT(text, Contains("biased"));
    CHECK_THAT(text, !Contains("The run is not over"));

    // By an independent way: encounter 0 of the test is champion against start.
    SQLite::Database database{run + "/run.db", SQLite::OPEN_READONLY};
    std::array<std::int64_t, 3> games{};
    std::array<std::int64_t, 5> pairs{};
    SQLite::Statement query{database,
                            "SELECT sum(score), sum(score = 1), sum(score = 0.5), sum(score = 0) "
                            "FROM games JOIN batches ON batch = batches.number "
                            "WHERE kind = 'test' AND encounter = 0 GROUP BY pair"};
    while (query.executeStep()) {
        ++pairs[static_cast<std::size_t>(std::lround(2 * query.getColumn(0).getDouble()))];
        for (int i = 0; i < 3; ++i)
            games[static_cast<std::size_t>(i)] += query.getColumn(1 + i).getInt();
    }
    REQUIRE(total(pairs) > 0);
    CHECK_THAT(text,
               Contains(fmt::format("| champion vs start | {} | {} | {} | {} | {} % | {} |",
                                    total(pairs), games[0], games[1], games[2],
                                    referee::number_text(100 * share(pairs), 1), elo_text(pairs))));
    const auto champion = database.execAndGet(
        "SELECT json_extract(champion_point, '$[0]') FROM answers "
        "ORDER BY batch DESC LIMIT 1");
    CHECK_THAT(text, Contains(fmt::format("| `A11` | 4 | **{}** |", champion.getInt())));
    CHECK_THAT(text, Contains(fmt::format("| Sum | {} |",
                                          counted_by_sql(run, "SELECT count(*) FROM games"))));
    CHECK_THAT(text, Contains(test::digest_of(run).substr(0, 64)));
    // What the report says can be run again is a configuration.
    const auto again =
        run_tuner(fmt::format("run {}/report/configuration.toml -d {} -q", run, folder / "again"));
    INFO(again.err);
    CHECK(again.status == 0);
    // Its folder is named in it; everything else is the same.
    CHECK(counted_by_sql(folder / "again", "SELECT count(*) FROM games") ==
          counted_by_sql(run, "SELECT count(*) FROM games"));
}

TEST_CASE("charts are well-formed, have their data beside them, and only where there are data") {
    const test::Folder folder;
    const std::string run = finished_run(folder, "islands", 4,
                                         "[[stage]]\nuntil = 2\n[[stage]]\nus = { nodes = 50 }\n");
    const History history = history_of(run);
    const auto all = charts(history);
    for (const NamedChart& chart : all) {
        INFO(chart.name);
        const auto files = files_of(chart, "plots");
        REQUIRE(files.size() == 2);
        CHECK(files[0].name == "plots/" + chart.name + ".svg");
        CHECK(xml_fault(files[0].content) == "");
        CHECK_THAT(files[0].content, !Contains("nan"));
        const std::string& csv = files[1].content;
        CHECK(files[1].name == "plots/" + chart.name + ".csv");
        const std::size_t columns =
            1 + static_cast<std::size_t>(std::count(
                    csv.begin(), csv.begin() + static_cast<std::ptrdiff_t>(csv.find('\r')), ','));
        CHECK(columns >= 3);
        CHECK(std::count(csv.begin(), csv.end(), '\n') > 1);
    }
    const auto names = names_of(all);
    for (const char* name : {"test", "pairs", "elo", "score", "parameters", "diversity", "rates",
                             "births", "effort", "slices"})
        CHECK(names.contains(name));
    CHECK_FALSE(names.contains("ages"));
    CHECK_THAT(files_of(all[3], "")[0].content, Contains("stage 2"));
    const auto known = chart_names();
    for (const std::string& name : names)
        CHECK(std::find(known.begin(), known.end(), name) != known.end());

    const std::string table = individuals_csv(history);
    CHECK_THAT(table, Catch::Matchers::StartsWith("id,born,mother,father,pairs,share,A11,"));
    CHECK(std::count(table.begin(), table.end(), '\n') ==
          1 + counted_by_sql(run, "SELECT count(*) FROM individuals"));
}

TEST_CASE("charts alone are written by name") {
    const test::Folder folder;
    const std::string run = finished_run(folder, "hof", 2);
    const std::string out = folder / "out";
    CHECK(run_tuner(fmt::format("plot {} ages test -o {}", run, out)).status == 0);
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator{out + "/plots"})
        files.insert(entry.path().filename().string());
    CHECK(files == std::set<std::string>{"ages.svg", "ages.csv", "test.svg", "test.csv"});
    CHECK(contents(out + "/plots/ages.csv").starts_with("series,"));

    auto result = run_tuner(fmt::format("plot {} agse", run));
    CHECK(result.status == 2);
    CHECK_THAT(result.err, Contains("did you mean ages?"));
    result = run_tuner(fmt::format("plot {} rates -o {}", run, out));
    CHECK(result.status == 1);
    CHECK_THAT(result.err, Contains("no data for rates"));
    CHECK(run_tuner("plot").status == 2);
    result = run_tuner("report " + folder / "nothing");
    CHECK(result.status == 2);
    result = run_tuner(fmt::format("report {} -o {}", run, run + "/run.db"));
    CHECK(result.status == 1);
    CHECK(run_tuner("status " + run).status == 0);
}

TEST_CASE("a run without a game has a report and no charts") {
    const test::Folder folder;
    const auto store = new_store(folder / "run.db");
    const History history = read_history(*store);
    CHECK(history.whole);
    CHECK(charts(history).empty());
    const referee::Document document = run_report(history, "run", digest(*store));
    CHECK(document.files().empty());
    const std::string text = markdown(document), page = html(document);
    for (const std::string section : kSections)
        CHECK_THAT(text, Contains("\n## " + section + "\n"));
    CHECK_THAT(text, Contains("No generation has ended yet"));
    CHECK_THAT(text, Contains("No game has been written down yet"));
    // Names come from files that nobody vouches for.
    CHECK_THAT(page, !Contains("<b>new</b>"));
    CHECK_THAT(individuals_csv(history), Contains("share,A\r\n"));
}

TEST_CASE("a run that goes on can be reported, and the report says so") {
    const test::Folder folder;
    const auto store = new_store(folder / "run.db");
    StoredBatch batch;
    batch.batch.candidates = {{0, {3}}, {1, {8}}, {2, {5}}};
    batch.batch.encounters = {{0, 1, 2}, {0, Encounter::kOpponents, 1}};
    store->begin();
    store->add(batch);
    store->add(
        0,
        {.encounter = 0, .pair = 0, .first = true, .score = 1, .nodes = {10, 20}, .cpu_us = 500});
    store->add(
        0,
        {.encounter = 0, .pair = 0, .first = false, .score = 0.5, .nodes = {1, 2}, .cached = true});
    store->add(
        0, {.encounter = 0, .pair = 1, .first = true, .score = 0});  // its other game is missing
    store->add(0, {.encounter = 1, .pair = 0, .first = true, .reason = "crash"});
    store->add(0, {.encounter = 1, .pair = 0, .first = false, .score = 1});
    store->add("fault", "e: crash: ply 3");
    store->commit();
    const auto reader = RunStore::open_to_read(folder / "run.db");
    REQUIRE(reader);
    (*reader)->freeze();
    const History history = read_history(**reader);
    CHECK_FALSE(history.whole);
    CHECK(history.in_all().games == 5);
    CHECK(history.in_all().looked_up == 1);
    CHECK(history.in_all().uncounted == 1);
    CHECK(history.in_all().nodes == 30);
    CHECK(history.training_pairs == PairCounts{0, 0, 0, 1, 0});
    REQUIRE(history.individuals.size() == 3);
    CHECK(share(history.individuals[0].pairs) == Approx(0.75));
    CHECK(share(history.individuals[1].pairs) == Approx(0.25));
    REQUIRE(history.generations.size() == 1);
    CHECK(history.generations[0].parameters[0].mean == Approx(16.0 / 3));
    CHECK(history.generations[0].parameters[0].low == Approx(4));
    CHECK(history.generations[0].births.random == 3);
    CHECK(total(history.generations[0].against_opponents) == 0);
    const std::string text = markdown(run_report(history, "runs/x", "d"));
    CHECK_THAT(text, Contains("The run is not over"));
    CHECK_THAT(text, Contains("`tuner resume runs/x`"));
    CHECK_THAT(text, Contains("1 fault in 4 played games"));
    CHECK_THAT(text, Contains("e: crash: ply 3"));

    // Whoever reads sees one moment of it.
    store->begin();
    store->add(0, {.encounter = 0, .pair = 1, .first = false, .score = 1});
    store->commit();
    CHECK(read_history(**reader).in_all().games == 5);
    CHECK(read_history(*store).in_all().games == 6);
}

TEST_CASE("games for the answer alone are no generation") {
    const test::Folder folder;
    const History history = history_of(finished_run(folder, "pairs", 3));
    REQUIRE(history.generations.size() == 4);
    CHECK(history.generation_count() == 3);
    const Generation& knockout = history.generations.back();
    CHECK(knockout.closing);
    CHECK(knockout.number == 3);
    CHECK(knockout.spent.games > 0);
    CHECK(knockout.games_so_far == history.of(BatchKind::train).games);
    const auto score = score_chart(history);
    REQUIRE(score);
    CHECK(score->series.front().points.size() == 3);
}

TEST_CASE("champions that met stand against each other, from both sides") {
    const test::Folder folder;
    const auto store = new_store(folder / "run.db");
    // Champions 5, 2, 7 in turn; 5 beats 2 as `a`, 2 draws with 7 as `a`, 5 and 7 never meet.
    const Id champions[] = {5, 2, 7};
    for (int i = 0; i < 3; ++i) {
        StoredBatch batch;
        batch.number = i;
        batch.batch.generation = i;
        batch.batch.candidates = {{5, {3}}, {2, {8}}, {7, {5}}};
        if (i == 0) batch.batch.encounters = {{0, 1, 1}};
        if (i == 1) batch.batch.encounters = {{1, 2, 1}};
        store->add(batch);
        for (const bool first : {true, false})
            if (i < 2) store->add(i, {.first = first, .score = i == 0 ? 1 : 0.5});
        store->end(i, {{"p_c", 0.5}}, StoredAnswer{i, champions[i], {3}, {3}, 0.75, 2, 0});
    }
    const History history = read_history(*store);
    CHECK(history.whole);
    CHECK(history.meetings.at({2, 5}) == PairCounts{1, 0, 0, 0, 0});
    CHECK(history.meetings.at({2, 7}) == PairCounts{0, 0, 1, 0, 0});
    CHECK(history.generations[0].of_champion == PairCounts{0, 0, 0, 0, 1});
    CHECK(history.generations[1].of_champion == PairCounts{0, 0, 1, 0, 0});
    const auto chart = champions_chart(history);
    REQUIRE(chart);
    CHECK(chart->rows == std::vector<std::string>{"1", "2", "3"});
    CHECK(chart->values[0][1] == 100);
    CHECK(chart->values[1][0] == 0);
    CHECK(chart->values[2][1] == 50);
    CHECK(std::isnan(chart->values[0][2]));
    CHECK(std::isnan(chart->values[1][1]));
}

TEST_CASE("the joint regression finds what each parameter is worth, whoever the opponents were") {
    // Share of points of a: 1/2 + 0.3 (a0 - b0) - 0.1 (a1 - b1); the third hardly varies, and
    // opponents get stronger with every generation.
    JointRegression regression{3};
    tuner::Random random{7, {1}};
    for (int generation = 0; generation < 4; ++generation) {
        for (int i = 0; i < 50; ++i) {
            const auto point = [&] {
                return std::vector<double>{random.uniform(), random.uniform(), 0.4};
            };
            const auto a = point(), b = point();
            const double duel = 0.5 + 0.3 * (a[0] - b[0]) - 0.1 * (a[1] - b[1]);
            regression.add_duel(a, b, 10, duel, 10 * (duel - 0.5) * (duel - 0.5) + 0.01 * 10);
            const double against = 0.5 - 0.1 * generation + 0.3 * (a[0] - 0.5) - 0.1 * (a[1] - 0.5);
            regression.add_against(a, 10, against,
                                   10 * (against - 0.5) * (against - 0.5) + 0.01 * 10);
        }
        regression.end_generation();
    }
    CHECK(regression.pairs() == 4000);
    const auto effects = regression.effects();
    REQUIRE(effects.size() == 3);
    REQUIRE(effects[0]);
    REQUIRE(effects[1]);
    CHECK(effects[0]->slope == Approx(0.3).margin(1e-9));
    CHECK(effects[1]->slope == Approx(-0.1).margin(1e-9));
    CHECK_FALSE(effects[2]);
    // Ordinary least squares: deviation of a pair, 0.1, over the root of pairs times the variance
    // of x, which is 1/6 for a difference and 1/12 against opponents.
    CHECK(effects[0]->error ==
          Approx(1.96 * 0.1 / std::sqrt(2000 / 6.0 + 2000 / 12.0)).epsilon(0.1));

    SECTION("parameters that only move together are not told apart") {
        JointRegression twins{2};
        for (int i = 0; i < 40; ++i) {
            const double x = random.uniform();
            twins.add_duel({x, x}, {0.5, 0.5}, 4, 0.5 + 0.2 * (x - 0.5), 0.1);
        }
        for (const auto& effect : twins.effects()) CHECK_FALSE(effect);
    }
    SECTION("few pairs say nothing") {
        JointRegression few{2};
        few.add_duel({0, 1}, {1, 0}, 1, 1, 0.25);
        CHECK(few.effects().empty());
    }
}

TEST_CASE("a test says how small a difference it could have shown") {
    const PairCounts pairs{10, 20, 40, 20, 10};
    const auto least = detectable_elo(pairs);
    REQUIRE(least);
    // Variance of a pair's share: 2 (10/4 + 20/16) / 100.
    const double share_of = (1.959964 + 0.841621) * std::sqrt(0.075 / 100);
    CHECK(*least == Approx(referee::elo_of(0.5 + share_of)).epsilon(1e-4));
    CHECK(pairs_to_detect(pairs, *least) == Approx(100).margin(1));
    CHECK(pairs_to_detect(pairs, *least / 2) == Approx(400).margin(12));
    CHECK_FALSE(detectable_elo({}));
    CHECK_FALSE(detectable_elo({1, 0, 0, 0, 1}));
    CHECK(detectable_elo({0, 0, 50, 0, 0}));  // alike so far, which is not for ever
}

TEST_CASE("estimates of shares and Elo are worded with their intervals") {
    CHECK(elo_text({}) == "no pair counts");
    CHECK(elo_text({0, 0, 0, 0, 4}).starts_with("all won, over +"));
    CHECK(elo_text({4, 0, 0, 0, 0}).starts_with("all lost, under "));
    const PairCounts pairs{10, 20, 40, 30, 20};
    const auto elo = referee::estimate_elo(pairs);
    CHECK(elo_text(pairs) == fmt::format("{}\u00a0±\u00a0{}", referee::signed_number(elo.elo),
                                         referee::number_text(elo.error)));
    const Estimate even = share_estimate({0, 0, 9, 0, 0}), all = share_estimate({0, 0, 0, 0, 9});
    CHECK(even.value == 0.5);
    CHECK(even.low < 0.5);
    CHECK(even.high > 0.5);
    CHECK(all.low > 0.5);
    CHECK(all.high <= 1);
    CHECK(std::isnan(share_estimate({}).value));
    const Estimate gap = difference({30, 10, 50}, {10, -5, 25});
    CHECK(gap.value == 20);
    CHECK(gap.low == Approx(20 - 25));
    CHECK(gap.high == Approx(20 + 25));
    CHECK(std::isnan(difference(elo_estimate({0, 0, 0, 0, 4}), {10, -5, 25}).value));
    CHECK(share(mirrored(pairs)) == Approx(1 - share(pairs)));
    CHECK(text({5, -INFINITY, 10}, 0) == "+5 (no bound to +10)");
}

}  // namespace
