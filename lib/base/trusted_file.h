/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_TRUSTED_FILE_H
#define INCLUDED_GPUFFT_LIB_BASE_TRUSTED_FILE_H

#include <string_view>
#include <string>

/*!
 * Files that the library itself keeps: what lies in them becomes code that runs, so only
 * what this user or root alone could have written counts. And whole texts from files and
 * to them.
 */
namespace gpufft {

//! A file descriptor with one owner.
class file_handle
{
public:
    file_handle() = default;
    //! \param number  below 0: none
    explicit file_handle(int number) : d_number(number) {}
    ~file_handle() { close(); }
    file_handle(file_handle&& other) noexcept : d_number(other.d_number)
    {
        other.d_number = -1;
    }
    file_handle& operator=(file_handle&&) = delete;

    explicit operator bool() const { return d_number >= 0; }
    int get() const { return d_number; }
    void close();

private:
    int d_number = -1;
};

/*!
 * \brief Opens a regular file of this user's or root's that nobody else may write
 *
 * Follows no link at the end of \p path and never waits, as for who writes a FIFO.
 * \param flags  of open(2); a file that O_CREAT makes is for its owner alone
 * \return none where there is no such file
 * \throws std::system_error   it cannot be opened
 * \throws std::runtime_error  it is another kind of file, or others may write it
 */
file_handle open_trusted(const std::string& path, int flags);

//! Opens the regular file \p path that a user names: whoever may write it, and links are
//! followed.
file_handle open_regular(const std::string& path, int flags);

//! Whoever it is can put files into \p folder, or exchange those there. False of none.
bool may_be_written_by_anybody(const std::string& folder);

//! The rest of the file. \throws std::system_error  names it as \p path
std::string read_all(const file_handle& file, const std::string& path);

//! \throws std::system_error  names the file as \p path
void write_all(const file_handle& file, std::string_view text, const std::string& path);

//! Throws the std::system_error of errno, whose text begins with \p subject.
[[noreturn]] void throw_errno(const std::string& subject);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_TRUSTED_FILE_H */
