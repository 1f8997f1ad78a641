/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "exec/self_test.h"
#include "math/roots.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <cmath>
#include <complex>
#include <mutex>
#include <random>
#include <set>

namespace gpufft {

namespace {

using complex32 = std::complex<float>;
using complex64 = std::complex<double>;

// Above this a direct sum would take longer than building the kernels.
constexpr std::int64_t LONGEST_DIRECT_SUM = std::int64_t(1) << 22;
constexpr std::int64_t MOST_OUTPUTS_CHECKED = 4096;
constexpr int DIRECT_SUMS = 3;

class known_rows
{
public:
    explicit known_rows(const executor& e)
        : d_executor(e), d_what(e.made_plan().what), d_length(d_what.length)
    {
        d_random.seed(static_cast<unsigned>(d_length));
        std::uniform_int_distribution<std::int64_t> any(0, d_length - 1);
        d_impulse = any(d_random);
        std::uniform_real_distribution<float> sample(-1, 1);
        d_noise.resize(d_length);
        for (auto& x : d_noise)
            x = { sample(d_random), is_real() ? 0 : sample(d_random) };
        if (d_what.windowed) {
            d_window.resize(d_length);
            for (auto& w : d_window)
                w = 1.5F + sample(d_random) / 2;
        }
    }

    //! \throws build_error
    void check()
    {
        std::vector<complex32> impulse(d_length);
        impulse[d_impulse] = 1;
        auto both = d_noise;
        both[d_impulse] += 1;
        const auto of_impulse = run(impulse);
        const auto of_noise = run(d_noise);
        const auto of_both = run(both);
        check_impulse(of_impulse);
        if (d_length <= LONGEST_DIRECT_SUM)
            check_direct_sums(of_noise);
        check_linearity(of_impulse, of_noise, of_both);
    }

private:
    bool is_real() const { return d_what.input == input_format::real32; }

    //! Output k, in order, of the logical input \p x.
    std::vector<complex32> run(const std::vector<complex32>& x)
    {
        auto& on = *d_executor.on();
        std::vector<complex32> placed(d_length);
        std::vector<float> reals(is_real() ? d_length : 0);
        for (std::int64_t n = 0; n < d_length; ++n) {
            const auto at = (n + d_what.input_rotation) % d_length;
            placed[at] = x[n];
            if (is_real())
                reals[at] = x[n].real();
        }
        const void* data = is_real() ? static_cast<const void*>(reals.data())
                                     : static_cast<const void*>(placed.data());
        auto in = upload_now(on, data, d_executor.input_bytes(1));
        auto out = d_what.in_place ? in : on.make_buffer(d_executor.output_bytes(1));
        std::shared_ptr<buffer> scratch, window;
        if (const auto bytes = d_executor.scratch_bytes(1))
            scratch = on.make_buffer(bytes);
        if (d_what.windowed)
            window = upload_now(on, d_window.data(), d_window.size() * sizeof(float));
        auto q = on.make_queue();
        d_executor.enqueue(*q, *in, *out, scratch.get(), window.get(), 1);
        q->download(placed.data(), *out, 0, d_executor.output_bytes(1));
        q->wait_all();

        std::vector<complex32> y(d_length);
        for (std::int64_t k = 0; k < d_length; ++k)
            y[k] = placed[(k + d_what.output_rotation) % d_length];
        return y;
    }

    double tap(std::int64_t n) const { return d_window.empty() ? 1 : d_window[n]; }

    complex64 root(std::int64_t n, std::int64_t k) const
    {
        const auto e = n * k % d_length;
        return root_of_unity(d_what.dir == direction::forward ? -e : e, d_length);
    }

    void
    expect_near(complex64 got, complex64 expected, double size, const char* what) const
    {
        // Generous: wrong code misses by far more than rounding.
        const double bound = 1e-5 * size * scale_of(d_what);
        if (std::abs(got - expected) <= bound)
            return;
        throw build_error(fmt::format(
            "{} computes wrong values on {}: {} should be {:.6g}{:+.6g}i, got "
            "{:.6g}{:+.6g}i; the device compiler miscompiled it. Choose another device, "
            "or report it with the text that `gpufft dump {}` prints",
            to_string(d_what),
            d_executor.on()->info().product,
            what,
            expected.real(),
            expected.imag(),
            got.real(),
            got.imag(),
            d_length));
    }

    void check_impulse(const std::vector<complex32>& y) const
    {
        const auto step = std::max<std::int64_t>(1, d_length / MOST_OUTPUTS_CHECKED) | 1;
        for (std::int64_t k = 0; k < d_length; k += step) {
            const auto expected = root(d_impulse, k) * tap(d_impulse) * scale_of(d_what);
            expect_near(y[k], expected, 10, "an output of an impulse");
        }
    }

    void check_direct_sums(const std::vector<complex32>& y)
    {
        std::uniform_int_distribution<std::int64_t> any(0, d_length - 1);
        for (int i = 0; i < DIRECT_SUMS; ++i) {
            const auto k = any(d_random);
            complex64 sum = 0;
            for (std::int64_t n = 0; n < d_length; ++n)
                sum += complex64(d_noise[n]) * tap(n) * root(n, k);
            expect_near(y[k],
                        sum * scale_of(d_what),
                        10 * std::sqrt(static_cast<double>(d_length)),
                        "an output of noise");
        }
    }

    void check_linearity(const std::vector<complex32>& impulse,
                         const std::vector<complex32>& noise,
                         const std::vector<complex32>& both) const
    {
        const auto size = 10 * std::sqrt(static_cast<double>(d_length));
        for (std::int64_t k = 0; k < d_length; ++k)
            expect_near(both[k],
                        complex64(impulse[k]) + complex64(noise[k]),
                        size,
                        "an output of a sum");
    }

    const executor& d_executor;
    transform d_what;
    std::int64_t d_length;
    std::mt19937 d_random;
    std::int64_t d_impulse = 0;
    std::vector<complex32> d_noise;
    std::vector<float> d_window;
};

std::mutex s_mutex;
std::set<std::string> s_passed;

} // namespace

void self_test(const executor& e)
{
    const auto& info = e.on()->info();
    const auto key = stable_hash({ e.id(), info.name, info.product });
    {
        const std::lock_guard<std::mutex> guard(s_mutex);
        if (s_passed.count(key))
            return;
    }
    known_rows(e).check();
    const std::lock_guard<std::mutex> guard(s_mutex);
    s_passed.insert(key);
}

} // namespace gpufft
