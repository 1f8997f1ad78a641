/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_FILE_IN_PLACE_OF_H
#define INCLUDED_GPUFFT_LIB_BASE_FILE_IN_PLACE_OF_H

#include <boost/filesystem.hpp>
#include <string>

namespace gpufft {

/*!
 * \brief The file that keeps \p folder from being made: one of its own name, or of a
 * folder above it
 *
 * Asked before create_directories(), since versions of Boost disagree in what they report
 * then.
 * \return its path; empty: there is none
 */
inline std::string file_in_place_of(const std::string& folder)
{
    boost::system::error_code ignored;
    for (boost::filesystem::path above = folder; !above.empty();
         above = above.parent_path())
        if (boost::filesystem::exists(above, ignored) &&
            !boost::filesystem::is_directory(above, ignored))
            return above.string();
    return "";
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_FILE_IN_PLACE_OF_H */
