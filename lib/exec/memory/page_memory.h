/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_MEMORY_PAGE_MEMORY_H
#define INCLUDED_GPUFFT_LIB_EXEC_MEMORY_PAGE_MEMORY_H

#include <cstddef>
#include <memory>

namespace gpufft {

/*!
 * \brief Memory of the host in whole pages, from where on devices work in place; not
 * cleared
 *
 * \throws std::bad_alloc  there is no room
 */
std::shared_ptr<unsigned char> page_memory(std::size_t bytes);

//! Such memory, which grows.
class page_array
{
public:
    //! At least \p bytes. Where it grows, what lay in it is lost.
    void fit(std::size_t bytes);

    template <class T = unsigned char>
    T* data() const
    {
        return reinterpret_cast<T*>(d_memory.get());
    }

private:
    std::shared_ptr<unsigned char> d_memory;
    std::size_t d_bytes = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_MEMORY_PAGE_MEMORY_H */
