/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/in_parts.h"
#include "base/large_pages.h"
#include "math/factor.h"
#include "math/host_fft.h"
#include <algorithm>
#include <array>
#include <memory>

namespace gpufft {

namespace {

using wide = complex_of<lanes>;

constexpr std::size_t ROW_POINTS_WORTH_A_THREAD = 1 << 15;
// Fewest points of a column: with fewer, vectors do not pay for the way into them, and
// the length is not split.
constexpr std::size_t SHORTEST_SIDE = 8;
// Packs of lanes that go through the stages together: each page of memory that a column
// touches holds 256 bytes of the tile.
constexpr std::size_t TILE = 4;

//! Packs of lanes that hold \p count rows or columns.
std::size_t packs_of(std::size_t count)
{
    return (count + lanes::count - 1) / lanes::count;
}

//! Points of a column: as near to the square root as divisors are, at most that. 1: none.
std::size_t column_of(std::size_t n)
{
    std::size_t column = 1;
    for (const auto d : divisors(static_cast<std::int64_t>(n))) {
        const auto divisor = static_cast<std::size_t>(d);
        if (divisor * divisor <= n)
            column = divisor;
    }
    return column >= SHORTEST_SIDE ? column : 1;
}

//! \p x[0] ... [count - 1], a lane each, and 0 in lanes beyond.
wide gathered(const std::complex<double>* x, std::size_t count)
{
    wide a{};
    for (std::size_t i = 0; i < std::min(count, lanes::count); ++i) {
        a.re.of[i] = x[i].real();
        a.im.of[i] = x[i].imag();
    }
    return a;
}

void scatter(const wide& a, std::complex<double>* x, std::size_t count)
{
    for (std::size_t i = 0; i < std::min(count, lanes::count); ++i)
        x[i] = { a.re.of[i], a.im.of[i] };
}

wide product(const wide& a, const wide& b)
{
    wide result;
    for (std::size_t i = 0; i < lanes::count; ++i) {
        result.re.of[i] = a.re.of[i] * b.re.of[i] - a.im.of[i] * b.im.of[i];
        result.im.of[i] = a.re.of[i] * b.im.of[i] + a.im.of[i] * b.re.of[i];
    }
    return result;
}

/*!
 * exp(-2 pi i k1 n2 / N) of all k1, a lane for each n2 of a pack: the product of a fine
 * and a coarse one. It is rounded once more than other twiddles are, in one place of
 * the transform, and costs less than looking each up: see measurements.md,
 * "Twiddles of a pack".
 */
class twiddles_of_pack
{
public:
    explicit twiddles_of_pack(std::size_t column)
    {
        while (d_step * d_step < column)
            d_step *= 2;
        d_fine.resize(d_step);
        d_coarse.resize((column + d_step - 1) / d_step);
    }

    //! \p count columns from \p n2 on.
    void look_up(const roots_of_order& roots, std::size_t n2, std::size_t count)
    {
        for (std::size_t k = 0; k < d_fine.size(); ++k)
            d_fine[k] = roots_of(roots, k, n2, count);
        for (std::size_t k = 0; k < d_coarse.size(); ++k)
            d_coarse[k] = roots_of(roots, k * d_step, n2, count);
    }

    wide operator[](std::size_t k1) const
    {
        return product(d_fine[k1 % d_step], d_coarse[k1 / d_step]);
    }

private:
    static wide roots_of(const roots_of_order& roots,
                         std::size_t k1,
                         std::size_t n2,
                         std::size_t count)
    {
        wide result{};
        for (std::size_t i = 0; i < count; ++i) {
            const auto root = roots(static_cast<std::int64_t>(k1 * (n2 + i)));
            result.re.of[i] = root.real();
            result.im.of[i] = root.imag();
        }
        return result;
    }

    std::size_t d_step = 1;
    std::vector<wide> d_fine, d_coarse;
};

//! \p outputs[k1], whose lanes are columns, times twiddles, with lanes that are k1
//! instead.
std::array<wide, lanes::count> turned(const wide* outputs,
                                      std::size_t beside,
                                      const twiddles_of_pack& twiddles,
                                      std::size_t k1,
                                      std::size_t column)
{
    std::array<wide, lanes::count> block{};
    for (std::size_t i = 0; i < std::min(lanes::count, column - k1); ++i) {
        const auto v = product(outputs[(k1 + i) * beside], twiddles[k1 + i]);
        for (std::size_t q = 0; q < lanes::count; ++q) {
            block[q].re.of[i] = v.re.of[q];
            block[q].im.of[i] = v.im.of[q];
        }
    }
    return block;
}

} // namespace

host_fft_of_length::host_fft_of_length(std::size_t length)
    : d_length(length),
      d_roots(static_cast<std::int64_t>(length)),
      d_along_rows(length / column_of(length), length, d_roots)
{
    if (d_along_rows.length() < length)
        d_along_columns.emplace(length / d_along_rows.length(), length, d_roots);
}

void host_fft_of_length::run_columns(const std::complex<double>* x,
                                     wide* y,
                                     std::size_t begin,
                                     std::size_t end) const
{
    const auto column = d_along_columns->length();
    const auto row = d_along_rows.length();
    const auto packs_of_k1 = packs_of(column);
    std::vector<wide> a(column * TILE), b(column * TILE);
    twiddles_of_pack twiddles(column);
    for (std::size_t tile = begin; tile < end; tile += TILE) {
        const auto beside = std::min(TILE, end - tile);
        for (std::size_t n1 = 0; n1 < column; ++n1) {
            for (std::size_t p = 0; p < beside; ++p) {
                const auto n2 = (tile + p) * lanes::count;
                b[n1 * beside + p] = gathered(x + n1 * row + n2, row - n2);
            }
        }
        const wide* outputs = (*d_along_columns)(b.data(), a.data(), b.data(), beside);
        for (std::size_t p = 0; p < beside; ++p) {
            const auto n2 = (tile + p) * lanes::count;
            const auto count = std::min(lanes::count, row - n2);
            twiddles.look_up(d_roots, n2, count);
            for (std::size_t pack = 0; pack < packs_of_k1; ++pack) {
                const auto block =
                    turned(outputs + p, beside, twiddles, pack * lanes::count, column);
                const auto first = pack / TILE * TILE;
                const auto width = std::min(TILE, packs_of_k1 - first);
                wide* to = y + first * row + n2 * width + pack % TILE;
                for (std::size_t q = 0; q < count; ++q)
                    to[q * width] = block[q];
            }
        }
    }
}

void host_fft_of_length::run_rows(const wide* y,
                                  std::complex<double>* x,
                                  std::size_t begin,
                                  std::size_t end) const
{
    const auto column = d_along_columns->length();
    const auto row = d_along_rows.length();
    std::vector<wide> a(row * TILE), b(row * TILE);
    for (std::size_t tile = begin; tile < end; tile += TILE) {
        const auto beside = std::min(TILE, end - tile);
        const wide* outputs = d_along_rows(y + tile * row, a.data(), b.data(), beside);
        for (std::size_t k2 = 0; k2 < row; ++k2) {
            for (std::size_t p = 0; p < beside; ++p) {
                const auto k1 = (tile + p) * lanes::count;
                scatter(outputs[k2 * beside + p], x + k2 * column + k1, column - k1);
            }
        }
    }
}

void host_fft_of_length::operator()(std::complex<double>* x) const
{
    if (!d_along_columns) {
        using single = complex_of<double>;
        std::vector<single> a(d_length), b(d_length);
        for (std::size_t n = 0; n < d_length; ++n)
            b[n] = { x[n].real(), x[n].imag() };
        const single* outputs = d_along_rows(b.data(), a.data(), b.data());
        for (std::size_t k = 0; k < d_length; ++k)
            x[k] = { outputs[k].re, outputs[k].im };
        return;
    }
    const auto column = d_along_columns->length();
    const auto row = d_along_rows.length();
    // Not a vector, which would be zeroed first, by this thread alone.
    const auto room = packs_of(column) * row;
    const std::unique_ptr<wide[]> y(new wide[room]);
    ask_for_large_pages(y.get(), room * sizeof(wide));
    // Whole tiles for each thread: y is laid out by them.
    const auto run = [](std::size_t packs, std::size_t points, const auto& work) {
        const auto tiles = (packs + TILE - 1) / TILE;
        const auto least = ROW_POINTS_WORTH_A_THREAD / (points * TILE * lanes::count);
        in_parts(tiles,
                 std::max<std::size_t>(1, least),
                 [&](std::size_t begin, std::size_t end) {
                     work(begin * TILE, std::min(packs, end * TILE));
                 });
    };
    run(packs_of(row), column, [&](std::size_t begin, std::size_t end) {
        run_columns(x, y.get(), begin, end);
    });
    run(packs_of(column), row, [&](std::size_t begin, std::size_t end) {
        run_rows(y.get(), x, begin, end);
    });
}

std::vector<std::complex<double>> host_fft(std::vector<std::complex<double>> x)
{
    if (x.size() < 2)
        return x;
    const host_fft_of_length transform(x.size());
    transform(x.data());
    return x;
}

} // namespace gpufft
