/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/opencl/pocl/compiled_function.h"
#include "device/opencl/pocl_builtins.h"
#include <dlfcn.h>
#include <link.h>
#include <boost/algorithm/string/predicate.hpp>
#include <cfenv>

namespace gpufft::opencl {

namespace {

//! What kernels find behind their second argument, as PoCL 3.1 and 6.0 lay it out
//! (pocl_context.h there), and room for what other kernels than ours might look at.
struct launch_context {
    std::uint64_t groups[3] = { 1, 1, 1 };
    std::uint64_t offset[3] = { 0, 1, 0 };
    std::uint64_t work_items[3] = { 1, 1, 1 };
    std::uint64_t others[16] = {};
};

//! A library that is loaded, and the one that is looked for.
struct search {
    std::string ending;
    std::string found;
};

// Compiled for ranges without an offset (goffs0), a kernel does not look at offsets.
int look_at(dl_phdr_info* library, std::size_t, void* looking_for)
{
    auto& wanted = *static_cast<search*>(looking_for);
    const std::string path = library->dlpi_name ? library->dlpi_name : "";
    if (boost::algorithm::ends_with(path, wanted.ending) &&
        path.find("goffs0") == std::string::npos)
        wanted.found = path;
    return 0;
}

//! Rounding and denormals as PoCL has them, whatever this thread has.
class default_arithmetic
{
public:
    default_arithmetic()
    {
        std::fegetenv(&d_before);
        std::fesetenv(FE_DFL_ENV);
    }
    ~default_arithmetic() { std::fesetenv(&d_before); }
    default_arithmetic(const default_arithmetic&) = delete;
    default_arithmetic& operator=(const default_arithmetic&) = delete;

private:
    std::fenv_t d_before;
};

} // namespace

std::shared_ptr<const compiled_function>
compiled_function::find(const std::string& kernel, const std::string& driver)
{
    if (!was_tried(driver) || sizeof(void*) != sizeof(std::uint64_t))
        return nullptr;
    search wanted{ "/" + kernel + ".so", "" };
    dl_iterate_phdr(look_at, &wanted);
    if (wanted.found.empty())
        return nullptr;
    void* library = dlopen(wanted.found.c_str(), RTLD_NOW | RTLD_NOLOAD);
    if (!library)
        return nullptr;
    const auto name = "_pocl_kernel_" + kernel + "_workgroup";
    const auto code = reinterpret_cast<function*>(dlsym(library, name.c_str()));
    if (!code) {
        dlclose(library);
        return nullptr;
    }
    return std::shared_ptr<const compiled_function>(new compiled_function(library, code));
}

compiled_function::~compiled_function() { dlclose(d_library); }

void compiled_function::operator()(void** arguments,
                                   std::uint64_t groups,
                                   std::uint64_t work_items,
                                   std::uint64_t offset) const
{
    launch_context context;
    context.groups[0] = groups;
    context.offset[2] = offset;
    context.work_items[0] = work_items;
    const default_arithmetic as_in_pocl;
    for (std::uint64_t group = 0; group < groups; ++group)
        d_code(arguments, &context, group, 0, 0);
}

} // namespace gpufft::opencl
