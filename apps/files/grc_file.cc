/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/grc_blocks.h"
#include "apps/files/grc_file.h"
#include "apps/options/command.h"
#include "apps/options/whole_numbers.h"
#include "plan/choice/relatives.h"
#include "plan/request/validate.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <sys/stat.h>
#include <system_error>
#include <cerrno>
#include <fstream>
#include <map>
#include <set>
#include <utility>

namespace gpufft::app {

namespace {

constexpr std::size_t MOST_GRC_BYTES = std::size_t(8) << 20;

const std::map<std::string, const char*> LENGTHS = {
    { "gpufft_fft_vxx", "fft_size" },     { "gpufft_fftn_vcc", "shape" },
    { "gpufft_rfft_vfc", "length" },      { "gpufft_irfft_vcf", "length" },
    { "gpufft_dct_vff", "length" },       { "gpufft_dst_vff", "length" },
    { "gpufft_spectrum_x", "length" },    { "gpufft_persistence_c", "length" },
    { "gpufft_logpwrfft_x", "fft_size" },
};

transform transform_of(const grc_block& b, whole_numbers& numbers)
{
    const auto value = [&](const char* name) {
        const auto found = b.parameters.find(name);
        return numbers.of(found == b.parameters.end() ? "" : found->second);
    };
    transform request;
    request.shape.clear();
    for (const auto length : value(LENGTHS.at(b.id)))
        request.shape.push_back(dimension{ length });
    const auto type = b.parameters.find("type");
    const bool takes_reals = type != b.parameters.end() && type->second == "float";
    if (b.id == "gpufft_rfft_vfc" ||
        (takes_reals && (b.id == "gpufft_spectrum_x" || b.id == "gpufft_logpwrfft_x")))
        request.kind = transform_kind::r2c;
    else if (b.id == "gpufft_irfft_vcf") {
        request.kind = transform_kind::c2r;
        request.dir = direction::inverse;
    } else if (b.id == "gpufft_dct_vff" || b.id == "gpufft_dst_vff") {
        const auto number = value("type").at(0);
        if (number < 1 || number > 4)
            throw usage_error(fmt::format("there is no type {}", number));
        const auto first =
            b.id == "gpufft_dct_vff" ? transform_kind::dct1 : transform_kind::dst1;
        request.kind = static_cast<transform_kind>(static_cast<int>(first) +
                                                   static_cast<int>(number) - 1);
        const auto inverse = b.parameters.find("inverse");
        if (inverse != b.parameters.end() && inverse->second == "True")
            request.dir = direction::inverse;
    }
    validate(request);
    return plain_transform(request);
}

//! A FIFO or a device may have no end. What is not there is found out later.
void check_file(const std::string& path)
{
    struct stat found = {};
    if (::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode) &&
        !S_ISDIR(found.st_mode))
        throw usage_error(fmt::format("cannot read {}: it is no file", path));
}

} // namespace

bool names_flowgraph(const std::string& word)
{
    const std::string suffix = ".grc";
    return word.size() > suffix.size() &&
           word.compare(word.size() - suffix.size(), suffix.size(), suffix) == 0;
}

flowgraph_transforms parse_flowgraph(const std::string& text)
{
    const auto blocks = blocks_of(text);
    python_variables known;
    for (const auto& b : blocks) {
        const auto value = b.parameters.find("value");
        const bool is_variable = b.id.rfind("variable", 0) == 0 || b.id == "parameter";
        if (b.is_enabled && is_variable && value != b.parameters.end())
            known[b.name] = value->second;
    }
    whole_numbers numbers(std::move(known));
    flowgraph_transforms found;
    std::set<std::string> names;
    for (const auto& b : blocks) {
        if (!b.is_enabled || !LENGTHS.count(b.id))
            continue;
        try {
            const auto request = transform_of(b, numbers);
            if (names.insert(to_string(request)).second)
                found.transforms.push_back(request);
        } catch (const std::invalid_argument& e) {
            found.unknown.push_back(fmt::format("{}: {}", b.name, e.what()));
        }
    }
    return found;
}

flowgraph_transforms read_flowgraph(const std::string& path)
{
    check_file(path);
    errno = 0;
    std::ifstream from(path, std::ios::binary);
    std::string text(MOST_GRC_BYTES + 1, '\0');
    from.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (from.bad() || (from.fail() && !from.eof()))
        throw usage_error(
            fmt::format("cannot read {}{}",
                        path,
                        errno ? ": " + std::generic_category().message(errno) : ""));
    text.resize(static_cast<std::size_t>(from.gcount()));
    if (text.size() > MOST_GRC_BYTES)
        throw usage_error(
            fmt::format("{} has more than {} MiB, which is no flowgraph's size",
                        path,
                        MOST_GRC_BYTES >> 20));
    try {
        return parse_flowgraph(text);
    } catch (const usage_error& e) {
        throw usage_error(fmt::format("{}: {}", path, e.what()));
    }
}

} // namespace gpufft::app
