/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/cpu_model.h"
#include <fmt/format.h>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace gpufft {

namespace {

constexpr struct {
    const char* name;
    std::int64_t cpu_model::*number;
} FIELDS[] = {
    { "l1-bytes", &cpu_model::l1_bytes },
    { "l2-bytes", &cpu_model::l2_bytes },
    { "l3-bytes-per-core", &cpu_model::l3_bytes_per_core },
    { "issue-bits", &cpu_model::issue_bits },
    { "short-row-points", &cpu_model::short_row_points },
    { "stored-bins-points", &cpu_model::stored_bins_points },
    { "stored-bins-points-of-half", &cpu_model::stored_bins_points_of_half },
    { "loaded-bins-points", &cpu_model::loaded_bins_points },
    { "prefetched-short-rows", &cpu_model::prefetched_short_rows },
    { "prefetched-transpose-blocks", &cpu_model::prefetched_transpose_blocks },
    { "small-batch-in-lanes", &cpu_model::small_batch_in_lanes },
    { "small-batch-in-passes", &cpu_model::small_batch_in_passes },
    { "small-batch-of-reals-one-io-pass", &cpu_model::small_batch_of_reals_one_io_pass },
    { "small-batch-of-reals-vector-io-passes",
      &cpu_model::small_batch_of_reals_vector_io_passes },
    { "small-batch-of-reals-io-passes", &cpu_model::small_batch_of_reals_io_passes },
    { "small-batch-of-nd-rows", &cpu_model::small_batch_of_nd_rows },
    { "small-batch-of-convolved-rows", &cpu_model::small_batch_of_convolved_rows }
};

std::int64_t& field_of(cpu_model& m, const std::string& name, const std::string& line)
{
    for (const auto& field : FIELDS)
        if (name == field.name)
            return m.*field.number;
    throw std::invalid_argument(fmt::format("\"{}\": a model has no {}", line, name));
}

using model_table = std::map<std::string, cpu_model>;

model_table read_models()
{
    const auto text_of = [](const std::string& architecture) -> const char* {
        for (const auto& text : CPU_MODELS)
            if (text.architecture == architecture)
                return text.lines;
        throw std::invalid_argument("no model of " + architecture);
    };
    const auto generic = parse_cpu_model(text_of("generic"), cpu_model());
    model_table models;
    for (const auto& text : CPU_MODELS)
        models.emplace(text.architecture, parse_cpu_model(text.lines, generic));
    return models;
}

const model_table& models()
{
    static const auto& all = *new model_table(read_models());
    return all;
}

} // namespace

cpu_model parse_cpu_model(const std::string& lines, cpu_model base)
{
    static const auto& pattern = *new std::regex(R"(([a-z0-9-]+) = (-?[0-9]{1,15}))");
    std::istringstream from(lines);
    for (std::string line; std::getline(from, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        std::smatch parts;
        if (!std::regex_match(line, parts, pattern))
            throw std::invalid_argument(fmt::format("\"{}\" is not name = number", line));
        field_of(base, parts[1], line) = std::stoll(parts[2]);
    }
    return base;
}

bool has_cpu_model(const std::string& architecture)
{
    return models().count(architecture) > 0;
}

cpu_model cpu_model_of(const device_limits& limits)
{
    static const auto& generic = models().at("generic");
    const auto found = models().find(limits.architecture);
    auto model = found == models().end() ? generic : found->second;
    const auto take = [](std::int64_t& number, std::int64_t known) {
        if (known)
            number = known;
    };
    take(model.l1_bytes, limits.l1_bytes);
    take(model.l2_bytes, limits.l2_bytes);
    take(model.issue_bits, limits.issue_bits);
    return model;
}

} // namespace gpufft
