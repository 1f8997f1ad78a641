/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "math/host_butterflies.h"
#include "math/host_stages.h"
#include <utility>

namespace gpufft {

namespace {

//! What a butterfly takes at a time.
template <typename number, std::size_t radix>
void make_room(std::array<complex_of<number>, radix>&, std::size_t)
{
}

template <typename number>
void make_room(std::vector<complex_of<number>>& points, std::size_t radix)
{
    points.resize(radix);
}

/*!
 * One stage: x as [radix][rest][done], y as [rest][radix][done], where `done` is the
 * product of the radices before, times what lies beside. So every stage reads and writes
 * in runs, and the last one leaves the output in order.
 */
template <typename number, typename butterfly_type>
void run_stage(const complex_of<number>* __restrict x,
               complex_of<number>* __restrict y,
               std::size_t length,
               std::size_t done,
               const std::complex<double>* twiddles,
               butterfly_type butterfly)
{
    const std::size_t radix = butterfly.radix;
    const std::size_t apart = length / radix;
    typename butterfly_type::points a;
    make_room(a, radix);
    // The first of the rest has no twiddles, and the last stage has no other.
    for (std::size_t q = 0; q < done; ++q) {
        for (std::size_t r = 0; r < radix; ++r)
            a[r] = x[r * apart + q];
        butterfly(a);
        for (std::size_t k = 0; k < radix; ++k)
            y[k * done + q] = a[k];
    }
    for (std::size_t first = done; first < apart; first += done) {
        const complex_of<number>* from = x + first;
        complex_of<number>* to = y + first * radix;
        for (std::size_t q = 0; q < done; ++q) {
            for (std::size_t r = 0; r < radix; ++r)
                a[r] = from[r * apart + q];
            butterfly(a);
            to[q] = a[0];
            for (std::size_t k = 1; k < radix; ++k)
                to[k * done + q] = twiddles[k - 1] * a[k];
        }
        twiddles += radix - 1;
    }
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

host_stages::host_stages(std::size_t length,
                         std::size_t order,
                         const roots_of_order& roots)
    : d_length(length)
{
    std::size_t done = 1;
    for (const auto radix : radices_of(length)) {
        stage result{ radix, done, {}, {} };
        if (radix % 2) {
            for (std::size_t e = 0; e < radix; ++e)
                result.roots.push_back(root_of_unity(static_cast<std::int64_t>(e),
                                                     static_cast<std::int64_t>(radix)));
        }
        const auto step = order / length * done;
        for (std::size_t p = 1; p < length / done / radix; ++p)
            for (std::size_t k = 1; k < radix; ++k)
                result.twiddles.push_back(roots(static_cast<std::int64_t>(k * p * step)));
        d_stages.push_back(std::move(result));
        done *= radix;
    }
}

template <typename number>
const complex_of<number>* host_stages::operator()(const complex_of<number>* x,
                                                  complex_of<number>* a,
                                                  complex_of<number>* b,
                                                  std::size_t beside) const
{
    for (const auto& s : d_stages) {
        const auto run = [&](auto butterfly) {
            run_stage(
                x, a, d_length * beside, s.done * beside, s.twiddles.data(), butterfly);
        };
        switch (s.radix) {
        case 2:
            run(butterfly2<number>());
            break;
        case 3:
            run(prime_butterfly<number, 3>(s.roots.data()));
            break;
        case 4:
            run(butterfly4<number>());
            break;
        case 5:
            run(prime_butterfly<number, 5>(s.roots.data()));
            break;
        case 7:
            run(prime_butterfly<number, 7>(s.roots.data()));
            break;
        default:
            run(odd_butterfly<number>(s.radix, s.roots.data()));
        }
        x = a;
        std::swap(a, b);
    }
    return x;
}

template const complex_of<double>* host_stages::operator()(const complex_of<double>* x,
                                                           complex_of<double>* a,
                                                           complex_of<double>* b,
                                                           std::size_t beside) const;
template const complex_of<lanes>* host_stages::operator()(const complex_of<lanes>* x,
                                                          complex_of<lanes>* a,
                                                          complex_of<lanes>* b,
                                                          std::size_t beside) const;

} // namespace gpufft
