/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_GUARDED_MEMORY_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_GUARDED_MEMORY_H

#include <cstddef>

namespace gpufft::testing {

//! The end of an array that touches an unreadable page.
enum class guarded_end { lower, upper };

/*!
 * \brief An array between two unreadable pages
 *
 * A read or write beyond its guarded end is a fault, but for what its alignment leaves
 * between it and the page. The array and all that lies between the pages begin as bytes
 * of ones, which are NaN in each precision: what is read there and used is seen in the
 * outputs.
 */
class guarded_memory
{
public:
    //! \param alignment  of its first byte, a power of two of at most a page
    //! \throws std::bad_alloc
    guarded_memory(std::size_t bytes, guarded_end end, std::size_t alignment);
    ~guarded_memory();
    guarded_memory(const guarded_memory&) = delete;
    guarded_memory& operator=(const guarded_memory&) = delete;

    void* data() const { return d_data; }
    //! Nobody wrote what lies between the array and its pages.
    bool is_intact() const;

private:
    unsigned char* d_begin; //!< of the first page that can be read
    unsigned char* d_end;   //!< of the last one
    unsigned char* d_data;
    std::size_t d_bytes;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_GUARDED_MEMORY_H */
