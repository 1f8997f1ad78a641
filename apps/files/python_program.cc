/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/python_program.h"
#include "base/env.h"
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>
#include <boost/algorithm/string.hpp>
#include <boost/dll/runtime_symbol_info.hpp>
#include <boost/filesystem.hpp>
#include <cerrno>
#include <cstdlib>

namespace fs = boost::filesystem;

namespace gpufft::app {

#ifdef GPUFFT_PYTHON

bool has_python_programs() { return true; }

namespace {

//! Runs the module that the first argument names, as -m does; but -m would take modules
//! from the folder that the user happens to be in, and just 3.11 and later know
//! PYTHONSAFEPATH.
constexpr char RUN_MODULE[] =
    "import sys; sys.path[:] = [folder for folder in sys.path if folder]; import runpy; "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)";

std::vector<std::string> split_path(const std::string& text)
{
    std::vector<std::string> folders;
    if (!text.empty())
        boost::split(folders, text, boost::is_any_of(":"));
    return folders;
}

bool has_module(const std::string& folder, const std::string& name)
{
    boost::system::error_code ignored;
    const auto path = boost::replace_all_copy(name, ".", "/") + ".py";
    return fs::exists(fs::path(folder) / "gnuradio/gpufft" / path, ignored);
}

//! The folder that holds the package of this program: of its build, or where both were
//! installed. Moving the whole tree elsewhere does not separate them.
std::string package_folder(const std::string& module)
{
    const auto here = boost::dll::program_location().parent_path();
    std::vector<std::string> tried;
    for (const auto& folder : split_path(GPUFFT_PACKAGE_DIRS)) {
        tried.push_back((here / folder).lexically_normal().string());
        if (has_module(tried.back(), module))
            return tried.back();
    }
    // As a last resort the caller's.
    for (const auto& folder : split_path(env::python_path()))
        if (has_module(folder, module))
            return folder;
    throw std::runtime_error(
        fmt::format("the Python package gnuradio.gpufft is neither in {} nor on "
                    "$PYTHONPATH; build and install it with the program",
                    fmt::join(tried, " nor in ")));
}

} // namespace

void become_python(const std::string& name, const arguments& args)
{
    auto path = package_folder(name);
    if (const auto rest = env::python_path(); !rest.empty())
        path += ":" + rest;
    setenv("PYTHONPATH", path.c_str(), 1);
    const auto module = "gnuradio.gpufft." + name;
    std::vector<const char*> words = { GPUFFT_PYTHON, "-c", RUN_MODULE, module.c_str() };
    for (const auto& arg : args)
        words.push_back(arg.c_str());
    words.push_back(nullptr);
    execv(words[0], const_cast<char* const*>(words.data()));
    throw std::runtime_error(fmt::format(
        "cannot run {}, the interpreter that this build found GNU Radio in: {}",
        GPUFFT_PYTHON,
        std::generic_category().message(errno)));
}

#else

bool has_python_programs() { return false; }

void become_python(const std::string&, const arguments&)
{
    throw std::runtime_error("this build has no GNU Radio; configure it with "
                             "-DENABLE_GNURADIO=ON");
}

#endif

} // namespace gpufft::app
