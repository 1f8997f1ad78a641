/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/algorithm.h"
#include "codelet/codelet.h"
#include "codelet/program.h"
#include "codelet/schedule.h"
#include "codelet/unparse.h"
#include "math/factor.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <array>
#include <mutex>
#include <optional>
#include <utility>

namespace gpufft {

namespace {

class dft_codelet : public codelet
{
public:
    dft_codelet(int length, arithmetic how)
        : d_length(length),
          d_algorithm(choose_algorithm(length)),
          d_program(schedule(to_program(build_network(length, d_algorithm), how))),
          d_count(count_operations(d_program))
    {
        d_count.live_values = count_live_values(d_program);
    }

    int length() const override { return d_length; }
    std::string algorithm() const override { return to_string(d_algorithm); }
    operation_count count() const override { return d_count; }

    std::vector<std::string> print(const codelet_names& names) const override
    {
        return unparse(d_program, names);
    }

    void evaluate(const std::complex<double>* in,
                  std::complex<double>* out) const override
    {
        std::vector<double> values;
        for (int n = 0; n < d_length; ++n) {
            values.push_back(in[n].real());
            values.push_back(in[n].imag());
        }
        const std::vector<double> results = run_program(d_program, std::move(values));
        for (int k = 0; k < d_length; ++k)
            out[k] = { results[2 * k], results[2 * k + 1] };
    }

private:
    const int d_length;
    const gpufft::algorithm d_algorithm;
    const program d_program;
    operation_count d_count;
};

} // namespace

const codelet& codelet::dft(int length, arithmetic how)
{
    if (length < 1 || length > MAX_CODELET_LENGTH)
        throw plan_error(fmt::format("no codelet of length {}: they have 1 to {} points",
                                     length,
                                     MAX_CODELET_LENGTH));
    const auto primes = prime_factors(length);
    if (!primes.empty() && primes.back() > MAX_CODELET_PRIME)
        throw plan_error(fmt::format("no codelet of length {}: its prime factor {} is "
                                     "above {}, the largest that codelets are made for",
                                     length,
                                     primes.back(),
                                     MAX_CODELET_PRIME));

    struct slot {
        std::once_flag once;
        std::optional<dft_codelet> result;
    };
    using slots = std::array<slot, MAX_CODELET_LENGTH + 1>;
    static auto &s_separate = *new slots, &s_fused = *new slots;
    slot& s = (how == arithmetic::fused ? s_fused : s_separate)[length];
    std::call_once(s.once, [&] { s.result.emplace(length, how); });
    return *s.result;
}

} // namespace gpufft
