/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/build.h"
#include "codelet/cosine.h"
#include "codelet/program.h"
#include "codelet/schedule.h"
#include "codelet/simplify.h"
#include "codelet/unparse.h"
#include "math/factor.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace gpufft {

namespace {

constexpr int MOST_BY_DEFINITION = 9; // points of an odd type 4

real_values build(expression_graph& g, int type, const real_values& x)
{
    return type == 2 ? build_dct2(g, x) : type == 3 ? build_dct3(g, x) : build_dct4(g, x);
}

//! A DST is the DCT of its type of every other input negated, its outputs reversed; of
//! types 3 and 4 inputs are reversed and every other output negated.
network build_network(cosine_kind kind, int length)
{
    network n;
    n.inputs = length;
    real_values x;
    for (int i = 0; i < length; ++i)
        x.push_back(n.graph.input(i));
    const auto negate_odd = [](real_values& v) {
        for (std::size_t i = 1; i < v.size(); i += 2)
            v[i] = -v[i];
    };
    if (kind.is_sine && kind.type == 2)
        negate_odd(x);
    else if (kind.is_sine)
        std::reverse(x.begin(), x.end());
    n.outputs = build(n.graph, kind.type, x);
    if (kind.is_sine && kind.type == 2)
        std::reverse(n.outputs.begin(), n.outputs.end());
    else if (kind.is_sine)
        negate_odd(n.outputs);
    return simplify(n);
}

class made_codelet : public codelet
{
public:
    made_codelet(cosine_kind kind, int length)
        : d_kind(kind),
          d_length(length),
          d_program(schedule(to_program(build_network(kind, length), arithmetic::fused))),
          d_count(count_operations(d_program))
    {
        d_count.live_values = count_live_values(d_program);
    }

    int length() const override { return (d_length + 1) / 2; }
    std::string algorithm() const override
    {
        return fmt::format("{} type {}", d_kind.is_sine ? "sine" : "cosine", d_kind.type);
    }
    operation_count count() const override { return d_count; }

    std::vector<std::string> print(const codelet_names& names) const override
    {
        return unparse(d_program, names);
    }

    void evaluate(const std::complex<double>* in,
                  std::complex<double>* out) const override
    {
        std::vector<double> values;
        for (int n = 0; n < d_length; ++n)
            values.push_back(n % 2 ? in[n / 2].imag() : in[n / 2].real());
        const auto results = run_program(d_program, std::move(values));
        for (int k = 0; k < d_length; k += 2)
            out[k / 2] = { results[k], k + 1 < d_length ? results[k + 1] : 0 };
    }

private:
    const cosine_kind d_kind;
    const int d_length;
    const program d_program;
    operation_count d_count;
};

} // namespace

bool has_cosine_codelet(cosine_kind kind, int length)
{
    if (kind.type < 2 || kind.type > 4 || length < 1 || length > MAX_CODELET_LENGTH)
        return false;
    int odd = length;
    while (odd % 2 == 0)
        odd /= 2;
    if (odd < length || kind.type == 4)
        return odd <= MOST_BY_DEFINITION;
    return odd == 1 || prime_factors(odd).back() <= MAX_CODELET_PRIME;
}

const codelet& cosine_codelet(cosine_kind kind, int length)
{
    if (!has_cosine_codelet(kind, length))
        throw plan_error(fmt::format(
            "no codelet for a DCT or DST of type {} and length {}", kind.type, length));
    static std::mutex s_mutex;
    using key = std::tuple<int, bool, int>;
    static auto& s_made = *new std::map<key, std::unique_ptr<made_codelet>>;
    const std::lock_guard<std::mutex> lock(s_mutex);
    auto& result = s_made[{ kind.type, kind.is_sine, length }];
    if (!result)
        result = std::make_unique<made_codelet>(kind, length);
    return *result;
}

} // namespace gpufft
