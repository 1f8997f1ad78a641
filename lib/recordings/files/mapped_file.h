/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_MAPPED_FILE_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_MAPPED_FILE_H

#include <cstddef>
#include <memory>
#include <string>

namespace gpufft {

/*!
 * \brief A file as read-only memory: pages of the system's cache, not a copy
 *
 * Somebody may cut the file off while it is read, or its disk may fail: such pages then
 * read 0, and has_failed() says so, where guard_mappings() was called before. From any
 * thread.
 */
class mapped_file
{
public:
    //! \param noun  "recording": for messages
    //! \throws recording_error  there is no such file, it is empty or none that may be
    //! read
    static std::shared_ptr<const mapped_file> open(const std::string& path,
                                                   const std::string& noun);
    ~mapped_file();
    mapped_file(const mapped_file&) = delete;
    mapped_file& operator=(const mapped_file&) = delete;

    const std::string& path() const { return d_path; }
    const char* data() const { return d_data; }
    std::size_t bytes() const { return d_bytes; } //!< when it was opened

    //! Copies bytes, without a page of theirs in this process: for what is read once.
    //! \throws recording_error  they cannot be read, or are not there any more
    void read(std::size_t place, std::size_t bytes, void* to) const;

    //! The pages around these bytes are about to be read: brings them into this process.
    void expect(std::size_t place, std::size_t bytes) const;
    //! They were read and will not be soon: this process lets go of whole pages of them.
    void forget(std::size_t place, std::size_t bytes) const;

    //! Pages could not be read since it was opened, or the file has become shorter.
    bool has_failed() const;
    //! \throws recording_error  has_failed()
    void check() const;

private:
    mapped_file(std::string path, const char* data, std::size_t bytes, int file);

    std::string d_path;
    const char* d_data;
    std::size_t d_bytes;
    int d_file;
    int d_guard; // its place among those guarded; -1: there was none left
};

/*!
 * \brief From now on a page of a mapped_file that cannot be read does not end the process
 *
 * Installs a handler of SIGBUS, which hands on what is not about such a file. For
 * programs: a library leaves signals to its caller.
 */
void guard_mappings();

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_MAPPED_FILE_H */
