/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_FILES_OUTPUT_FILES_H
#define INCLUDED_GPUFFT_APPS_FILES_OUTPUT_FILES_H

#include "base/trusted_file.h"
#include <string_view>
#include <cstddef>
#include <string>

namespace gpufft::app {

//! Makes \p folder, and those that lead to it, where they are not there yet.
//! \throws std::runtime_error  it cannot be made; names it, and the reason
void make_folder(const std::string& folder);

//! Before what takes long, and is written to \p path at the end.
//! \throws std::runtime_error  the folder it is in does not exist
void check_folder_of(const std::string& path);

/*!
 * \brief A file that is written piece by piece, and holds all of it or what it held
 * before
 *
 * A device, a FIFO or /dev/stdout takes it as it comes, and stays what it is. What is not
 * finished is removed. All throw std::runtime_error, which names the file and the reason.
 */
class whole_output
{
public:
    explicit whole_output(std::string path);
    ~whole_output();
    whole_output(const whole_output&) = delete;
    whole_output& operator=(const whole_output&) = delete;

    void write(std::string_view bytes);
    //! A device, a FIFO or /dev/stdout, until finish().
    bool is_stream() const { return d_partial.empty(); }
    //! The file that is written until finish(), for who writes it by its name.
    //! \throws std::runtime_error  it is a device, a FIFO or /dev/stdout
    const std::string& partial_path() const;
    void finish();

private:
    std::string d_path;
    std::string d_partial; // "": bytes go where they belong
    file_handle d_file;
};

//! Writes \p text to \p path, which holds all of it or what it held before; a device, a
//! FIFO or /dev/stdout takes it as it comes, and stays what it is.
//! \throws std::runtime_error  names the file and the reason
void write_whole_file(const std::string& path, const std::string& text);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_FILES_OUTPUT_FILES_H */
