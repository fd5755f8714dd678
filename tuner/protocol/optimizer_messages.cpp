#include "tuner/protocol/optimizer_messages.hpp"

#include <fmt/format.h>

#include "protocol/text.hpp"
#include "tuner/protocol/message.hpp"

namespace sparring::tuner {
namespace {

constexpr int kMostAsked = 10'000;

/// What the fields of a message make, or the refusal that they deserve.
template <class Read>
OptimizerRequest read(const Message& message, Read read) {
    Fields fields{message.json};
    auto request = read(fields);
    if (fields.problem()) return bad_message(message, *fields.problem());
    return request;
}

void put_id(Json& json, const std::string& id) {
    if (!id.empty()) json["id"] = id;
}

}  // namespace

OptimizerRequest parse_optimizer_request(std::string_view line) {
    auto parsed = parse_message(line);
    if (auto* refusal = std::get_if<Refusal>(&parsed)) return std::move(*refusal);
    const Message& message = std::get<Message>(parsed);
    if (message.type == "hello") return Greeting{};
    if (message.type == "stop" || message.type == "shutdown") return StopRequest{};
    if (message.type == "ask")
        return read(message, [](Fields& fields) {
            return AskRequest{fields.text("id"), fields.integer("n", 1, 1, kMostAsked)};
        });
    if (message.type == "tell")
        return read(message, [](Fields& fields) {
            TellRequest tell{fields.required_text("cid"), fields.text("id"), {}};
            tell.result = read_told(fields);
            return tell;
        });
    if (message.type == "fail")
        return read(message, [](Fields& fields) {
            return FailRequest{fields.required_text("cid"),
                               text::printable(fields.text("reason", "failed"), 200),
                               fields.text("id")};
        });
    if (message.type == "keep")
        return read(message, [](Fields& fields) {
            return KeepRequest{fields.required_text("cid"), fields.text("id")};
        });
    if (message.type == "best")
        return read(message, [](Fields& fields) { return BestRequest{fields.text("id")}; });
    if (message.type == "checkpoint")
        return read(message, [](Fields& fields) { return CheckpointRequest{fields.text("id")}; });
    return unknown_type(message, "hello, ask, tell, fail, keep, best, checkpoint, stop");
}

std::string to_json(const OptimizerHello& hello) {
    Json json = message_of("hello");
    json["role"] = "optimizer";
    json["name"] = "sparring tuner";
    json["sw"] = hello.software;
    json["algorithm"] = hello.algorithm;
    json["params"] = Json::array();
    Json fixed = Json::object();
    for (const Parameter& parameter : hello.parameters->all) {
        const Json each = json_of(parameter);
        if (parameter.fixed) {
            fixed[parameter.name] = each["default"];
        } else {
            json["params"].push_back(each);
        }
    }
    json["fixed"] = std::move(fixed);
    json["lease_s"] = hello.lease_s;
    json["resumed"] = hello.resumed;
    json["told"] = hello.told;
    return one_line(json);
}

std::string to_json(const Hand& hand, const Space& space,
                    const std::vector<std::string>& opponents) {
    Json json = message_of("candidates");
    put_id(json, hand.id);
    json["items"] = Json::array();
    for (const Item& item : hand.items) {
        Json each{{"cid", item.cid},
                  {"generation", item.generation},
                  {"candidate", item.a.id},
                  {"params", json_of(space, item.a.point)}};
        if (item.b) {
            each["versus"] = item.b->id;
            each["params_b"] = json_of(space, item.b->point);
        } else {
            each["against"] = {{"opponents", opponents}};
        }
        each["budget"] = {{"pairs", item.pairs}};
        each["opening"] = item.opening;
        json["items"].push_back(std::move(each));
    }
    json["more"] = hand.more;
    json["wait"] = hand.wait;
    json["done"] = hand.done;
    return one_line(json);
}

std::string to_json(const ToldReply& reply) {
    Json json = message_of("told");
    put_id(json, reply.id);
    json["cid"] = reply.cid;
    json["duplicate"] = reply.duplicate;
    if (reply.again) json["again"] = true;
    json["generation"] = reply.generation;
    json["evaluated"] = reply.evaluated;
    json["of"] = reply.of;
    return one_line(json);
}

std::string kept_message(const KeepRequest& request, int lease_s) {
    Json json = message_of("kept");
    put_id(json, request.id);
    json["cid"] = request.cid;
    json["lease_s"] = lease_s;
    return one_line(json);
}

std::string best_message(const std::string& id, const Space& space, const Answer& answer,
                         int generation, std::int64_t games) {
    Json json = message_of("best");
    put_id(json, id);
    json["champion"] = json_of(space, answer.champion.point);
    json["mean"] = json_of(space, answer.mean);
    json["score"] = answer.score;
    json["generation"] = generation;
    json["games"] = games;
    json["note"] = "selection scores are biased";
    return one_line(json);
}

std::string checkpoint_message(const std::string& id, const std::string& path, std::int64_t told) {
    Json json = message_of("checkpoint");
    put_id(json, id);
    json["file"] = path;
    json["told"] = told;
    return one_line(json);
}

}  // namespace sparring::tuner
