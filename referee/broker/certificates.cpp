#include "referee/broker/certificates.hpp"

#include <fmt/format.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <boost/asio/ip/address.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "protocol/text.hpp"

namespace sparring::referee::broker {

namespace {

constexpr int kDays = 3653;  // ten years

template <auto release>
struct Release {
    template <class T>
    void operator()(T* value) const {
        release(value);
    }
};
using Key = std::unique_ptr<EVP_PKEY, Release<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Release<X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Release<X509_EXTENSION_free>>;
using Output = std::unique_ptr<BIO, Release<BIO_free>>;

struct Extra {
    int kind;  // NID_...
    std::string value;
};

bool add(X509* certificate, X509* issuer, const Extra& extra) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    const Extension made{X509V3_EXT_conf_nid(nullptr, &context, extra.kind, extra.value.c_str())};
    return made && X509_add_ext(certificate, made.get(), -1) == 1;
}

/// RFC 5280 4.1.2.2: positive, at most 20 octets.
bool number(X509* certificate) {
    std::array<unsigned char, 16> bytes{};
    if (RAND_bytes(bytes.data(), bytes.size()) != 1) return false;
    bytes[0] = static_cast<unsigned char>((bytes[0] & 0x7F) | 0x40);
    const std::unique_ptr<BIGNUM, Release<BN_free>> value{
        BN_bin2bn(bytes.data(), bytes.size(), nullptr)};
    return value && BN_to_ASN1_INTEGER(value.get(), X509_get_serialNumber(certificate)) != nullptr;
}

/// Its own issuer if there is none.
Certificate make(const std::string& name, EVP_PKEY* key, X509* issuer, EVP_PKEY* signer,
                 std::time_t now, const std::vector<Extra>& extras) {
    Certificate made{X509_new()};
    X509* const own = made.get();
    constexpr int kVersion3 = 2;
    const auto* text = reinterpret_cast<const unsigned char*>(name.c_str());
    if (own == nullptr || X509_set_version(own, kVersion3) != 1 || !number(own) ||
        X509_time_adj_ex(X509_getm_notBefore(own), -1, 0, &now) == nullptr ||
        X509_time_adj_ex(X509_getm_notAfter(own), kDays, 0, &now) == nullptr ||
        X509_set_pubkey(own, key) != 1 ||
        X509_NAME_add_entry_by_NID(X509_get_subject_name(own), NID_commonName, MBSTRING_ASC, text,
                                   -1, -1, 0) != 1)
        return nullptr;
    if (issuer == nullptr) issuer = own;
    if (X509_set_issuer_name(own, X509_get_subject_name(issuer)) != 1) return nullptr;
    for (const Extra& each : extras)
        if (!add(own, issuer, each)) return nullptr;
    return X509_sign(own, signer, EVP_sha256()) > 0 ? std::move(made) : nullptr;
}

template <class Write>
std::string pem(Write write) {
    const Output output{BIO_new(BIO_s_mem())};
    if (!output || write(output.get()) != 1) return {};
    char* text = nullptr;
    const long size = BIO_get_mem_data(output.get(), &text);
    return {text, static_cast<std::size_t>(size)};
}

std::string pem(X509* certificate) {
    return pem([certificate](BIO* out) { return PEM_write_bio_X509(out, certificate); });
}
std::string pem(EVP_PKEY* key) {
    return pem([key](BIO* out) {
        return PEM_write_bio_PrivateKey(out, key, nullptr, nullptr, 0, nullptr, nullptr);
    });
}

Error failed(const char* what) {
    std::array<char, 256> words{};
    ERR_error_string_n(ERR_get_error(), words.data(), words.size());
    return {fmt::format("cannot make {}: {}", what, words.data())};
}

std::string names(std::span<const std::string> hosts) {
    std::vector<std::string> all{hosts.begin(), hosts.end()};
    for (const char* here : {"localhost", "127.0.0.1", "::1"})
        if (std::ranges::find(all, here) == all.end()) all.emplace_back(here);
    std::string result;
    for (const std::string& each : all)
        result += fmt::format("{}{}:{}", result.empty() ? "" : ",",
                              is_ip_address(each) ? "IP" : "DNS", each);
    return result;
}

}  // namespace

bool is_ip_address(std::string_view host) {
    if (host.find('%') != std::string_view::npos) return false;  // only valid on one machine
    boost::system::error_code error;
    boost::asio::ip::make_address(host, error);
    return !error;
}

bool is_host(std::string_view host) {
    constexpr std::size_t kMostOfName = 253, kMostOfLabel = 63;  // RFC 1035 2.3.4
    if (is_ip_address(host)) return true;
    if (host.size() > kMostOfName) return false;
    for (;;) {
        const std::size_t dot = host.find('.');
        const std::string_view label = host.substr(0, dot);
        if (label.empty() || label.size() > kMostOfLabel || label.front() == '-' ||
            label.back() == '-')
            return false;
        for (const char c : label)
            if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-'))
                return false;
        if (dot == std::string_view::npos) break;
        host.remove_prefix(dot + 1);
    }
    // The last label of a name is no number: 10.0.0.256 is a mistake.
    return !std::ranges::all_of(host, [](char c) { return c >= '0' && c <= '9'; });
}

Expected<Certificates> make_certificates(std::span<const std::string> hosts,
                                         std::chrono::system_clock::time_point now) {
    for (const std::string& host : hosts)
        if (!is_host(host))
            return Error{fmt::format("'{}' is neither a host name nor an IP address",
                                     text::printable(host))};
    const std::time_t time = std::chrono::system_clock::to_time_t(now);
    const Key root_key{EVP_EC_gen("P-256")}, key{EVP_EC_gen("P-256")};
    if (!root_key || !key) return failed("a key");
    const Certificate root =
        make("Sparring broker authority", root_key.get(), nullptr, root_key.get(), time,
             {{NID_basic_constraints, "critical,CA:TRUE,pathlen:0"},
              {NID_key_usage, "critical,keyCertSign"},
              {NID_subject_key_identifier, "hash"}});
    if (!root) return failed("an authority");
    const Certificate server = make("Sparring broker", key.get(), root.get(), root_key.get(), time,
                                    {{NID_basic_constraints, "critical,CA:FALSE"},
                                     {NID_key_usage, "critical,digitalSignature"},
                                     {NID_ext_key_usage, "serverAuth,clientAuth"},
                                     {NID_subject_key_identifier, "hash"},
                                     {NID_authority_key_identifier, "keyid:always"},
                                     {NID_subject_alt_name, names(hosts)}});
    if (!server) return failed("a certificate");
    return Certificates{pem(root.get()), pem(server.get()), pem(key.get())};
}

Expected<std::string> make_password() {
    std::array<unsigned char, 24> bytes{};
    if (RAND_bytes(bytes.data(), bytes.size()) != 1) return failed("a password");
    std::string result;
    for (const unsigned char byte : bytes) result += fmt::format("{:02x}", byte);
    return result;
}

}  // namespace sparring::referee::broker
