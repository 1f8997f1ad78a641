/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_FENCED_MEMORY_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_FENCED_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft::testing {

/*!
 * \brief The local memory of a workgroup as bulk stores see it
 *
 * What a work-item has stored is seen once that work-item has passed a fence behind it.
 * Stores are found by comparing the memory with what it was, so note() is to be called
 * before another work-item goes on. A store of the bytes that were there is none.
 */
class fenced_memory
{
public:
    //! \param local  the memory, as it begins; stays where it is
    explicit fenced_memory(const std::vector<unsigned char>& local);

    //! What changed since the last call, \p item has stored.
    void note(unsigned item);
    //! A fence of \p item.
    void fence(unsigned item);
    //! A bulk load has changed \p bytes from \p at on, which no fence needs.
    void note_bulk_load(std::size_t at, std::size_t bytes);
    //! What bulk stores see of the memory from \p at on.
    const unsigned char* seen(std::size_t at) const { return d_seen.data() + at; }

private:
    const std::vector<unsigned char>& d_local;
    std::vector<unsigned char> d_noted, d_seen;
    std::vector<std::uint16_t> d_writers; //!< of each word that is not seen yet
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_FENCED_MEMORY_H */
