/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_FAULT_POINTS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_FAULT_POINTS_H

#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <random>
#include <string>

namespace gpufft::testing {

//! Requests of a program to the system that may fail.
enum class asked { memory, thread, open, folder, write, sync, rename, lock };

const char* name_of(asked what);

/*!
 * \brief The \p nth time that the process asks for \p what, it does not get it
 *
 * From any thread and library, as long as this lives; later ones get it again. One at a
 * time. Programs that are linked with fault_points.cc have functions of their own in
 * place of the system's, for that.
 */
class one_fault
{
public:
    static constexpr long ALL_FROM = -1; //!< times this: the n-th and all after it

    //! \param nth  1 being the next; below 0: all from the (-nth)-th on
    one_fault(asked what, long nth);
    ~one_fault();
    one_fault(const one_fault&) = delete;
    one_fault& operator=(const one_fault&) = delete;

    bool has_struck() const;
};

//! Whether each point is to be tried, which takes minutes, or some.
inline bool tries_every_fault() { return std::getenv("GPUFFT_EVERY_FAULT") != nullptr; }

//! The point after \p nth: the first ones each, then some.
inline long next_point(long nth)
{
    static std::mt19937 random{ std::random_device()() };
    const long most = nth < 10 || tries_every_fault() ? 1 : nth / 2;
    return nth + std::uniform_int_distribution<long>(1, most)(random);
}

//! Something was thrown that must not be; there may be no memory for more words.
struct not_allowed {
    explicit not_allowed(const std::exception& e)
    {
        std::strncpy(words, e.what(), sizeof(words) - 1);
    }
    char words[300] = {};
};

//! Does \p work, whose errors are not allowed.
template <typename Work>
auto without_errors(const Work& work)
{
    return [work] {
        try {
            work();
        } catch (const CppUnit::Exception&) {
            throw;
        } catch (const std::exception& e) {
            throw not_allowed(e);
        }
    };
}

//! Fails once, or from then on.
enum class missing { once, for_good };

//! Does \p work without what it asks for the \p nth time.
//! \return whether it has come to that; \p said gets what was wrong
template <typename Work>
bool has_struck(asked what, long nth, missing how, const Work& work, std::string* said)
{
    char words[400] = {}; // there may be no memory for more
    const auto note = [&](const std::exception& e) {
        std::strncpy(words, *e.what() ? e.what() : "no words", sizeof(words) - 1);
    };
    bool has_struck = false, is_wrong = false;
    {
        const one_fault fault(what, how == missing::once ? nth : -nth);
        try {
            work();
        } catch (const not_allowed& e) {
            is_wrong = true;
            std::strncpy(words, e.words, sizeof(words) - 1);
        } catch (const CppUnit::Exception& e) {
            is_wrong = true;
            note(e);
        } catch (const std::exception& e) {
            is_wrong = !fault.has_struck() || !*e.what();
            note(e);
        }
        has_struck = fault.has_struck();
    }
    *said = is_wrong ? words : "";
    return has_struck;
}

/*!
 * \brief Does \p work, one point of it failing after the other, until a run meets none
 *
 * It either says in words that it failed, by an exception, or has done all that it should
 * have, which it checks itself. \p again then has to succeed each time.
 * \return  points that were met
 */
template <typename Work, typename Again>
long each_fault(asked what, missing how, const Work& work, const Again& again)
{
    long met = 0;
    for (long nth = 1;; nth = next_point(nth)) {
        std::string said;
        const bool is_met = has_struck(what, nth, how, work, &said);
        const auto where = fmt::format("{} number {}{}",
                                       name_of(what),
                                       nth,
                                       how == missing::once ? "" : " and all after it");
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {}", where, said), said.empty());
        if (!is_met)
            return met;
        ++met;
        try {
            again();
        } catch (const std::exception& e) {
            CPPUNIT_FAIL(fmt::format("after {}: {}", where, e.what()));
        }
    }
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_FAULT_POINTS_H */
