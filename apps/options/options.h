/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_OPTIONS_OPTIONS_H
#define INCLUDED_GPUFFT_APPS_OPTIONS_OPTIONS_H

#include "apps/options/command.h"
#include <boost/program_options/variables_map.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpufft::app {

//! An option of a subcommand.
struct option {
    const char* names; //!< "device,d": long, and the short letter where there is one
    bool takes_value;
};

/*!
 * \brief A subcommand's arguments, sorted into options and the rest
 *
 * --help and --version are always known. Names cannot be shortened, or a later option
 * could change what a script means.
 */
class options
{
public:
    //! \throws usage_error  an option is unknown, given twice, or lacks its value
    options(const arguments& args, const std::vector<option>& known);

    bool has(const char* name) const;
    std::string text(const char* name, const std::string& otherwise) const;
    //! Nothing where it is not given.
    //! \throws usage_error  not a whole number from \p least to \p most
    std::optional<std::int64_t>
    number(const char* name, std::int64_t least, std::int64_t most) const;
    //! Any whole number, for the engine to judge.
    //! \throws usage_error  not a whole number, or one beyond 64 bits
    std::optional<std::int64_t> number(const char* name) const;
    //! A number, which need not be whole. Nothing where it is not given.
    //! \throws usage_error  not a number above 0, up to \p most
    std::optional<double> positive(const char* name, double most) const;
    //! What belongs to no option, in order. "-5" is a number here, not an option.
    const arguments& rest() const { return d_rest; }

    //! Prints \p help or the version where asked for; true: there is nothing else to do.
    bool answer(const char* help) const;

private:
    boost::program_options::variables_map d_values;
    arguments d_rest;
};

//! The long names of those of \p some that are given.
std::vector<std::string> names_given(const options& given,
                                     const std::vector<option>& some);

//! \p text is decimal digits, after a minus sign or not.
bool is_whole_number(const std::string& text);

//! The whole number that \p text is; nothing where it is none, or one beyond 64 bits.
std::optional<std::int64_t> whole_number(const std::string& text);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_OPTIONS_OPTIONS_H */
