/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "math/host_fft.h"
#include "math/product.h"
#include "math/roots.h"
#include <algorithm>
#include <cmath>
#include <future>
#include <thread>

namespace gpufft {

namespace {

using complex = std::complex<double>;

constexpr std::size_t POINTS_WORTH_A_THREAD = 1 << 15;

complex times_minus_i(const complex& a) { return { a.imag(), -a.real() }; }

//! In place, forward.
struct butterfly2 {
    static constexpr std::size_t radix = 2;
    void operator()(complex* a) const
    {
        const complex difference = a[0] - a[1];
        a[0] += a[1];
        a[1] = difference;
    }
};

struct butterfly4 {
    static constexpr std::size_t radix = 4;
    void operator()(complex* a) const
    {
        const complex even = a[0] + a[2], even_less = a[0] - a[2];
        const complex odd = a[1] + a[3], odd_less = times_minus_i(a[1] - a[3]);
        a[0] = even + odd;
        a[1] = even_less + odd_less;
        a[2] = even - odd;
        a[3] = even_less - odd_less;
    }
};

//! An odd prime, points n and p - n taken together.
class odd_butterfly
{
public:
    explicit odd_butterfly(std::size_t p) : radix(p), d_sums(p / 2), d_differences(p / 2)
    {
        for (std::size_t e = 0; e < p; ++e)
            d_roots.push_back(root_of_unity(static_cast<std::int64_t>(e),
                                            static_cast<std::int64_t>(p)));
    }

    const std::size_t radix;

    void operator()(complex* a)
    {
        complex total = a[0];
        for (std::size_t n = 1; n <= radix / 2; ++n) {
            d_sums[n - 1] = a[n] + a[radix - n];
            d_differences[n - 1] = times_minus_i(a[n] - a[radix - n]);
            total += d_sums[n - 1];
        }
        const complex first = a[0];
        a[0] = total;
        for (std::size_t k = 1; k <= radix / 2; ++k) {
            complex even = first, odd = 0;
            for (std::size_t n = 1, e = k; n <= radix / 2; ++n, e = (e + k) % radix) {
                even += d_roots[e].real() * d_sums[n - 1];
                odd += d_roots[e].imag() * d_differences[n - 1];
            }
            a[k] = even + odd;
            a[radix - k] = even - odd;
        }
    }

private:
    std::vector<complex> d_roots;
    std::vector<complex> d_sums;
    std::vector<complex> d_differences;
};

//! A range of a stage's loops: over the points that take one twiddle, or over twiddles.
struct part {
    std::size_t begin, end;
};

/*!
 * One stage, decimation in frequency: x as [radix][rest][done], y as [rest][radix][done],
 * where `done` is the product of the radices before. So every stage reads and writes in
 * runs, and the last one leaves the output in order.
 */
template <typename butterfly_type>
void run_part(const complex* x,
              complex* y,
              std::size_t n,
              std::size_t done,
              const roots_of_order& root,
              butterfly_type butterfly,
              part of_rest,
              part of_done)
{
    const std::size_t radix = butterfly.radix;
    const std::size_t rest = n / done / radix;
    std::vector<complex> a(radix), twiddles(radix);
    for (std::size_t p = of_rest.begin; p < of_rest.end; ++p) {
        for (std::size_t k = 1; k < radix; ++k)
            twiddles[k] = root(static_cast<std::int64_t>(k * p * done));
        const complex* from = x + p * done;
        complex* to = y + p * radix * done;
        for (std::size_t q = of_done.begin; q < of_done.end; ++q) {
            for (std::size_t r = 0; r < radix; ++r)
                a[r] = from[r * rest * done + q];
            butterfly(a.data());
            to[q] = a[0];
            for (std::size_t k = 1; k < radix; ++k)
                to[k * done + q] = times(a[k], twiddles[k]);
        }
    }
}

//! The stage on several cores where it is long: tables of long primes wait for it.
template <typename butterfly_type>
void run_stage(const complex* x,
               complex* y,
               std::size_t n,
               std::size_t done,
               const roots_of_order& root,
               const butterfly_type& butterfly)
{
    const std::size_t rest = n / done / butterfly.radix;
    // How many cores there are is a question to the system, longer than a short stage.
    const std::size_t parts =
        n < POINTS_WORTH_A_THREAD
            ? 1
            : std::min<std::size_t>(n / POINTS_WORTH_A_THREAD + 1,
                                    std::max(1U, std::thread::hardware_concurrency()));
    const auto part_of = [&](std::size_t whole, std::size_t i) {
        return part{ whole * i / parts, whole * (i + 1) / parts };
    };
    std::vector<std::future<void>> others;
    for (std::size_t i = 0; i < parts; ++i) {
        const bool by_rest = rest >= done;
        const part of_rest = by_rest ? part_of(rest, i) : part{ 0, rest };
        const part of_done = by_rest ? part{ 0, done } : part_of(done, i);
        const auto work = [=, &root, &butterfly] {
            run_part(x, y, n, done, root, butterfly, of_rest, of_done);
        };
        if (i + 1 == parts)
            work();
        else
            others.push_back(std::async(std::launch::async, work));
    }
    for (auto& each : others)
        each.get();
}

//! Prime factors with pairs of twos taken together.
std::vector<std::size_t> radices_of(std::size_t n)
{
    std::vector<std::size_t> radices;
    for (; n % 4 == 0; n /= 4)
        radices.push_back(4);
    for (const auto p : prime_factors(static_cast<std::int64_t>(n)))
        radices.push_back(static_cast<std::size_t>(p));
    return radices;
}

} // namespace

std::vector<std::complex<double>> host_fft(std::vector<std::complex<double>> x)
{
    if (x.size() < 2)
        return x;
    const roots_of_order roots(static_cast<std::int64_t>(x.size()));
    return host_fft(std::move(x), roots);
}

std::vector<std::complex<double>> host_fft(std::vector<std::complex<double>> x,
                                           const roots_of_order& root)
{
    const std::size_t n = x.size();
    if (n < 2)
        return x;
    std::vector<complex> y(n);
    std::size_t done = 1;
    for (const std::size_t radix : radices_of(n)) {
        if (radix == 2)
            run_stage(x.data(), y.data(), n, done, root, butterfly2());
        else if (radix == 4)
            run_stage(x.data(), y.data(), n, done, root, butterfly4());
        else
            run_stage(x.data(), y.data(), n, done, root, odd_butterfly(radix));
        done *= radix;
        x.swap(y);
    }
    return x;
}

} // namespace gpufft
