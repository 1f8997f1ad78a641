/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_TEXT_PASS_FIELDS_H
#define INCLUDED_GPUFFT_LIB_PLAN_TEXT_PASS_FIELDS_H

#include "plan/text/plan_words.h"
#include <gpufft/error.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

/*!
 * The two ways to go through the fields of a pass. Whoever describes the fields, in an
 * order in which each default follows from the fields before, calls
 *
 *     value("columns", p.columns, usual)    NAME=VALUE
 *     flag("convolves", p.convolves, false) NAME, or no-NAME
 *
 * and either prints values that differ from the default, or fills in the values of a line
 * and defaults for the rest. So printer and parser cannot differ.
 */
namespace gpufft {

class field_printer
{
public:
    explicit field_printer(const std::string& heading) : d_text(heading) {}

    template <class T>
    void value(const char* name, T& held, const T& by_default)
    {
        const auto word = to_word(held);
        if (word != to_word(by_default))
            d_text += " " + std::string(name) + "=" + word;
    }

    void flag(const char* name, bool& held, bool by_default)
    {
        if (held != by_default)
            d_text += (held ? " " : " no-") + std::string(name);
    }

    const std::string& text() const { return d_text; }

private:
    std::string d_text;
};

class field_parser
{
public:
    //! \throws plan_error  one of \p words is given twice
    explicit field_parser(const std::vector<std::string>& words);

    template <class T>
    void value(const char* name, T& held, const T& by_default)
    {
        held = by_default;
        const auto word = take(std::string(name) + "=");
        if (!word)
            return;
        try {
            from_word(*word, &held);
        } catch (const plan_error& e) {
            refuse(std::string(name) + "=" + *word, e.what());
        }
    }

    void flag(const char* name, bool& held, bool by_default)
    {
        held = by_default;
        if (take(name))
            held = true;
        else if (take("no-" + std::string(name)))
            held = false;
    }

    //! \throws plan_error  a word that no field took
    void finish() const;

private:
    //! The text after \p key in the word that begins so. The word counts as taken then.
    std::optional<std::string> take(const std::string& key);
    [[noreturn]] static void refuse(const std::string& word, const std::string& reason);

    std::map<std::string, std::string> d_words; //!< "padding=" to "0,1"; "split" to ""
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_TEXT_PASS_FIELDS_H */
