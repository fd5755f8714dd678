// Steps that compare an engine's answers to `query` with our rules.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "engines/games/types.hpp"
#include "protocol/text.hpp"
#include "referee/check/ugi.hpp"

namespace sparring::referee::check {

namespace asio = boost::asio;

namespace {

constexpr std::array<std::string_view, kQuestions> kWords{"gameover",   "p1turn",  "result",
                                                          "legalmoves", "islegal", "fen"};
constexpr Question kAll[] = {Question::gameover,   Question::p1turn,  Question::result,
                             Question::legalmoves, Question::islegal, Question::fen};

/// UGI hosts cannot do without these.
bool compulsory(Question question) {
    return question == Question::gameover || question == Question::p1turn ||
           question == Question::result;
}

std::string_view yes_or_no(bool yes) {
    return yes ? "true" : "false";
}

std::string_view result_word(Outcome outcome) {
    switch (outcome) {
        case Outcome::first_wins:
            return "p1win";
        case Outcome::second_wins:
            return "p2win";
        case Outcome::draw:
            return "draw";
        case Outcome::none:
            break;
    }
    return "none";
}

/// One question about one position, with what our rules say.
struct Asked {
    Question question;
    std::string line;   ///< `query ..`
    std::string right;  ///< the value; of legalmoves all moves, of fen the canonical text
};

std::optional<std::string> wrong_moves(const games::Position& position, const std::string& answer) {
    std::set<std::string> ours, theirs;
    for (auto& move : position.legal_moves()) ours.insert(std::move(move));
    for (const auto word : text::words(answer)) {
        const auto move = position.canonical(word);
        if (!move)
            return fmt::format("legal moves; '{}' is none: {}", text::printable(word),
                               move.error());
        theirs.insert(*move);
    }
    for (const std::string& move : ours) {
        if (!theirs.contains(move))
            return fmt::format("all {} legal moves; '{}' is missing", ours.size(), move);
    }
    return {};
}

/// What would have been right, if `answer` is not.
std::optional<std::string> correction(const Examination& exam, const Situation& at,
                                      const Asked& asked, const std::string& answer) {
    const std::string wanted = "response " + asked.right;
    if (asked.question == Question::legalmoves && asked.right.empty())
        return wrong_moves(*at.position, answer);
    if (asked.question == Question::fen) {
        const auto read = exam.plan.game.game->parse_fen(exam.plan.game.variant, answer);
        if (!read) return wanted + ": " + read.error();
        if ((*read)->fen() == asked.right) return {};
        return wanted;
    }
    if (answer == asked.right) return {};
    return wanted;
}

/// Everything to ask about a position.
std::vector<Asked> questions(const Situation& at) {
    const games::Position& position = *at.position;
    const bool over = position.outcome() != Outcome::none;
    std::vector<Asked> all{
        {Question::gameover, "query gameover", std::string{yes_or_no(over)}},
        {Question::result, "query result", std::string{result_word(position.outcome())}},
        {Question::legalmoves, "query legalmoves", over ? "none" : ""},
    };
    // Whose turn it is in a finished game, and how it is written, is not laid down.
    if (over) return all;
    all.push_back({Question::p1turn, "query p1turn",
                   std::string{yes_or_no(position.side_to_move() == Side::first)}});
    all.push_back({Question::fen, "query fen", position.fen()});
    const auto moves = position.legal_moves();
    const std::string legal = moves[mix64(position.hash()) % moves.size()];
    all.push_back({Question::islegal, "query islegal " + legal, "true"});
    const std::string last = at.command.substr(at.command.rfind(' ') + 1);
    if (!position.canonical(last))
        all.push_back({Question::islegal, "query islegal " + last, "false"});
    return all;
}

/// Asks everything about one position that the engine answers at all. A failure if it does not
/// answer as often as it is asked; wrong answers go into the survey.
asio::awaitable<Failure> ask_about(Examination& exam, const Situation& at, unsigned kinds) {
    Survey& survey = *exam.survey;
    std::vector<Asked> asked = questions(at);
    std::erase_if(asked, [&](const Asked& a) {
        return !survey[a.question].answered ||
               ((kinds >> static_cast<unsigned>(a.question)) & 1) == 0;
    });
    std::string lines = at.command;
    for (const Asked& a : asked) lines += "\n" + a.line;
    if (auto failure = co_await ask(exam, std::move(lines))) co_return failure;
    const auto answers = responses(exam.session.heard());
    if (answers.size() != asked.size())
        co_return exam.session.wrong(fmt::format("{} 'response' lines", asked.size()));
    for (std::size_t i = 0; i < asked.size(); ++i) {
        auto& record = survey[asked[i].question];
        ++record.asked;
        if (record.wrong) continue;
        if (auto right = correction(exam, at, asked[i], answers[i]))
            record.wrong = Verdict{Verdict::Kind::fail,
                                   {},
                                   {at.command, asked[i].line},
                                   {"response " + text::printable(answers[i], kHeardShown)},
                                   *std::move(right)};
    }
    co_return Failure{};
}

/// What it answers at all, from the start; a question that it does not know gets no answer.
asio::awaitable<Failure> find_answered(Examination& exam) {
    for (const Question question : kAll) {
        std::string line = fmt::format("position startpos\nquery {}", word(question));
        if (question == Question::islegal) line += " none";
        if (auto failure = co_await ask(exam, std::move(line))) co_return failure;
        (*exam.survey)[question].answered = !responses(exam.session.heard()).empty();
    }
    co_return Failure{};
}

asio::awaitable<void> make_survey(Examination& exam) {
    constexpr unsigned everything = (1U << kQuestions) - 1;
    exam.survey.emplace();
    if (auto failure = co_await find_answered(exam)) {
        exam.survey->broken = std::move(failure);
        co_return;
    }
    if (!exam.plan.rules) co_return;
    exam.survey->games = exam.plan.times(12, 4);
    for (int game = 0; game < exam.survey->games; ++game) {
        for (const Situation& at : random_game(exam, 1000 + static_cast<std::uint64_t>(game))) {
            if (auto failure = co_await ask_about(exam, at, everything)) {
                exam.survey->broken = std::move(failure);
                co_return;
            }
        }
    }
}

/// Without rules: what everybody knows of the start.
asio::awaitable<Failure> agrees_at_start(Examination& exam, Question question) {
    const std::string_view right = question == Question::gameover ? "false"
                                   : question == Question::p1turn ? "true"
                                                                  : "none";
    if (auto failure =
            co_await ask(exam, fmt::format("position startpos\nquery {}", word(question))))
        co_return failure;
    const auto answers = responses(exam.session.heard());
    if (answers.size() == 1 && answers.front() == right) co_return Failure{};
    co_return exam.session.wrong(fmt::format("response {}", right));
}

}  // namespace

std::string_view word(Question question) {
    return kWords[static_cast<std::size_t>(question)];
}

Judgement agrees(Examination& exam, std::string_view detail) {
    const auto question =
        static_cast<Question>(std::find(kWords.begin(), kWords.end(), detail) - kWords.begin());
    if (!exam.survey) {
        co_await make_survey(exam);
        if (exam.survey->broken) co_return *exam.survey->broken;
    }
    const auto& answers = (*exam.survey)[question];
    if (answers.wrong) co_return *answers.wrong;
    if (exam.survey->broken) co_return Verdict::skip("it could not be asked to the end");
    if (!answers.answered && !compulsory(question)) co_return Verdict::skip("it does not answer");
    if (!answers.answered || (!exam.plan.rules && compulsory(question))) {
        if (auto failure = co_await agrees_at_start(exam, question)) co_return *std::move(failure);
        co_return Verdict::pass("at the start");
    }
    if (!exam.plan.rules) co_return Verdict::skip("needs the rules of the game");
    co_return Verdict::pass(
        fmt::format("{} answers in {} games", answers.asked, exam.survey->games));
}

Judgement agrees_at_the_end(Examination& exam, std::string_view) {
    constexpr unsigned kinds = 1U << static_cast<unsigned>(Question::gameover) |
                               1U << static_cast<unsigned>(Question::result);
    if (!exam.survey || exam.survey->broken) co_return Verdict::skip("it could not be asked");
    Survey& survey = *exam.survey;
    if (!survey[Question::gameover].answered || !survey[Question::result].answered)
        co_return Verdict::skip("it does not answer");
    // Its own verdict: what was wrong during the games has been said.
    survey[Question::gameover].wrong.reset();
    survey[Question::result].wrong.reset();
    const int games = exam.plan.times(100, 20);
    for (int game = 0; game < games; ++game) {
        const Situation at = random_game(exam, 2000 + static_cast<std::uint64_t>(game)).back();
        if (auto failure = co_await ask_about(exam, at, kinds)) co_return *std::move(failure);
        for (const Question question : {Question::gameover, Question::result}) {
            if (survey[question].wrong) co_return *survey[question].wrong;
        }
    }
    co_return Verdict::pass(fmt::format("{} games", games));
}

}  // namespace sparring::referee::check
