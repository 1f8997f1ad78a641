/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_DAMAGE_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_DAMAGE_H

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace gpufft::testing {

//! Damaged lines of records, as somebody may send them: values that are too much, parts
//! that are moved, bytes that are others.
class line_damage
{
public:
    explicit line_damage(unsigned seed) : d_random(seed) {}

    std::string of(std::string line)
    {
        for (auto changes = 1 + below(3); changes > 0; --changes)
            change(line);
        return line;
    }

private:
    std::size_t below(std::size_t end) { return d_random() % end; }

    //! Values that a field may have instead.
    const std::string& value()
    {
        static const std::vector<std::string> all = {
            "-1",    "0",     "4294967296", "9223372036854775808",
            "1e400", "1e300", "-0.0",       "18446744073709551615",
            "null",  "true",  "[]",         "{}",
            "\"\"",  "[[1]]", "\"\\n\"",    "\"\\u0000\"",
        };
        return all[below(all.size())];
    }

    void change(std::string& line)
    {
        const auto at = below(line.size() + 1);
        const auto some = below(line.size() - at + 1);
        const auto field = line.find("\":", at);
        switch (below(5)) {
        case 0:
            if (at < line.size())
                line[at] = static_cast<char>(below(256));
            break;
        case 1:
            line.erase(at, some);
            break;
        case 2:
            line.insert(below(line.size() + 1), line.substr(at, some));
            break;
        case 3:
            line.insert(at, 1, static_cast<char>(below(256)));
            break;
        default:
            if (field != std::string::npos)
                line.replace(
                    field + 2, line.find_first_of(",}", field + 2) - field - 2, value());
        }
    }

    std::mt19937 d_random;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_DAMAGE_H */
