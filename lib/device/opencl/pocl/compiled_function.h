/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_COMPILED_FUNCTION_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_COMPILED_FUNCTION_H

#include <cstdint>
#include <memory>
#include <string>

namespace gpufft::opencl {

/*!
 * \brief A kernel that PoCL has compiled and loaded, called without its queues
 *
 * PoCL writes a shared library for each kernel and loads it at the first launch. Its
 * function computes one workgroup. Calling that takes some nanoseconds, enqueueing a
 * range of one workgroup 0.4 us on one thread, and several where threads meet at the
 * locks of PoCL.
 */
class compiled_function
{
public:
    /*!
     * \brief The function of the only kernel of the process with the name \p kernel
     *
     * \param driver  of the device: "3.1+debian"
     * \return nullptr: it is not loaded, or that driver may want to be called otherwise
     */
    static std::shared_ptr<const compiled_function> find(const std::string& kernel,
                                                         const std::string& driver);
    ~compiled_function();
    compiled_function(const compiled_function&) = delete;
    compiled_function& operator=(const compiled_function&) = delete;

    /*!
     * \brief Computes workgroups 0 to \p groups - 1 in this thread
     *
     * \param arguments   where each argument lies; where a buffer's address lies
     * \param work_items  of a workgroup
     * \param offset      what get_global_offset(2) gives
     */
    void operator()(void** arguments,
                    std::uint64_t groups,
                    std::uint64_t work_items,
                    std::uint64_t offset) const;

private:
    // As PoCL calls it: its arguments, its context, and the workgroup's number.
    using function = void(
        void** arguments, void* context, std::size_t x, std::size_t y, std::size_t z);

    compiled_function(void* library, function* code) : d_library(library), d_code(code) {}

    void* d_library;
    function* d_code;
};

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_COMPILED_FUNCTION_H */
