/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "math/modular.h"
#include <algorithm>

namespace gpufft {

bool is_prime(std::int64_t n) { return n > 1 && prime_factors(n).size() == 1; }

std::int64_t power_modulo(std::int64_t base, std::int64_t exponent, std::int64_t modulus)
{
    std::int64_t result = 1 % modulus;
    base %= modulus;
    for (; exponent; exponent /= 2) {
        if (exponent % 2)
            result = result * base % modulus;
        base = base * base % modulus;
    }
    return result;
}

bool is_generator(std::int64_t g, std::int64_t prime)
{
    const auto order = prime - 1;
    const auto factors = prime_factors(order);
    // A number that generates less has an order that divides one of these quotients.
    return g % prime != 0 &&
           std::none_of(factors.begin(), factors.end(), [&](std::int64_t f) {
               return power_modulo(g, order / f, prime) == 1;
           });
}

std::int64_t generator_modulo(std::int64_t prime)
{
    std::int64_t g = 1;
    while (!is_generator(g, prime))
        ++g;
    return g;
}

std::vector<std::int64_t> powers_modulo(std::int64_t base, std::int64_t modulus)
{
    std::vector<std::int64_t> powers(modulus - 1);
    std::int64_t power = 1;
    for (auto& p : powers) {
        p = power;
        power = power * base % modulus;
    }
    return powers;
}

} // namespace gpufft
