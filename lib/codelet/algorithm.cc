/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/algorithm.h"
#include "codelet/build.h"
#include "codelet/codelet.h"
#include "codelet/simplify.h"
#include "math/modular.h"
#include <fmt/format.h>
#include <array>
#include <mutex>
#include <numeric>

namespace gpufft {

namespace {

complex_values
build_dft_by(expression_graph& g, const complex_values& x, const algorithm& a)
{
    switch (a.how) {
    case method::mixed_radix:
        return build_mixed_radix(g, x, a.factor);
    case method::split_radix:
        return build_split_radix(g, x);
    case method::prime_factor:
        return build_prime_factor(g, x, a.factor);
    case method::rader:
        return build_rader(g, x);
    case method::direct:
        break;
    }
    return build_direct(g, x);
}

algorithm cheapest(int length)
{
    const auto candidates = candidate_algorithms(length);
    algorithm best = candidates.front();
    if (candidates.size() == 1)
        return best;
    auto best_cost = cost_of(build_network(length, best));
    for (std::size_t i = 1; i < candidates.size(); ++i) {
        const auto cost = cost_of(build_network(length, candidates[i]));
        if (cost < best_cost) {
            best = candidates[i];
            best_cost = cost;
        }
    }
    return best;
}

} // namespace

std::string to_string(const algorithm& a)
{
    switch (a.how) {
    case method::mixed_radix:
        return fmt::format("mixed radix {}", a.factor);
    case method::split_radix:
        return "split radix";
    case method::prime_factor:
        return fmt::format("prime factor {}", a.factor);
    case method::rader:
        return "Rader";
    case method::direct:
        break;
    }
    return "direct";
}

std::vector<algorithm> candidate_algorithms(int length)
{
    if (length <= 2)
        return { { method::direct, 1 } };
    if (is_prime(length))
        return { { method::rader, 1 }, { method::direct, 1 } };

    std::vector<algorithm> candidates;
    if (length % 4 == 0)
        candidates.push_back({ method::split_radix, 1 });
    for (int factor = 2; factor < length; ++factor) {
        if (length % factor)
            continue;
        if (std::gcd(factor, length / factor) > 1)
            candidates.push_back({ method::mixed_radix, factor });
        else if (factor < length / factor) // the other order computes the same
            candidates.push_back({ method::prime_factor, factor });
    }
    return candidates;
}

algorithm choose_algorithm(int length)
{
    struct choice {
        std::once_flag once;
        algorithm chosen;
    };
    static std::array<choice, MAX_CODELET_LENGTH + 1> s_choices;

    // Building a candidate asks for the choices of smaller lengths only: no deadlock.
    choice& c = s_choices.at(length);
    std::call_once(c.once, [&] { c.chosen = cheapest(length); });
    return c.chosen;
}

complex_values build_dft(expression_graph& g, const complex_values& x)
{
    return build_dft_by(g, x, choose_algorithm(static_cast<int>(x.size())));
}

network build_network(int length, const algorithm& a)
{
    network n;
    n.inputs = 2 * length;
    complex_values x;
    for (int i = 0; i < length; ++i)
        x.push_back({ n.graph.input(2 * i), n.graph.input(2 * i + 1) });
    for (const complex_value& y : build_dft_by(n.graph, x, a)) {
        n.outputs.push_back(y.re);
        n.outputs.push_back(y.im);
    }
    return simplify(n);
}

} // namespace gpufft
