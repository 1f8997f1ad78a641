/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_REPLACE_FILE_H
#define INCLUDED_GPUFFT_LIB_BASE_REPLACE_FILE_H

#include <initializer_list>
#include <string_view>
#include <chrono>
#include <string>

namespace gpufft {

enum class durability {
    checked, //!< whoever reads it finds out that a power cut left a part of it
    synced   //!< after a power cut it is whole, what it was or what it is then
};

/*!
 * \brief Makes \p path a file of \p pieces for its owner alone
 *
 * Whoever reads it finds what it was or all of the pieces: they are written to a file of
 * a random name beside it, which nobody else can have put there, and which gets the name
 * when it is whole. Where that fails nothing is left of it.
 * \throws std::system_error  it cannot be written
 */
void replace_file(const std::string& path,
                  std::initializer_list<std::string_view> pieces,
                  durability how);

/*!
 * \brief Removes what processes that were killed left of replace_file() in \p folder
 * \param name        of the file that was to be replaced; "": of any
 * \param older_than  one that was written later may still get its name
 */
void remove_leftovers(const std::string& folder,
                      std::string_view name,
                      std::chrono::seconds older_than);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_REPLACE_FILE_H */
