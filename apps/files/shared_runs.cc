/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/python_program.h"
#include "apps/files/shared_runs.h"
#include <fmt/format.h>
#include <boost/algorithm/string.hpp>
#include <boost/dll/runtime_symbol_info.hpp>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <cctype>

namespace gpufft::app {

namespace {

std::string program_path() { return boost::dll::program_location().string(); }

//! As bash reads it as one word.
std::string shell_word(const std::string& word)
{
    const bool is_plain =
        !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
            return std::isalnum(c) ||
                   std::string("_-./=,:+@%").find(static_cast<char>(c)) !=
                       std::string::npos;
        });
    return is_plain ? word : "'" + boost::replace_all_copy(word, "'", "'\\''") + "'";
}

//! Letters of a name that every program takes.
std::string plain_name(const std::string& path)
{
    auto name = boost::filesystem::path(path).filename().string();
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-')
            c = '_';
    return name;
}

} // namespace

arguments without_options(const arguments& args, const std::vector<std::string>& names)
{
    arguments kept;
    bool is_value = false, are_options = true;
    for (const auto& word : args) {
        are_options = are_options && (is_value || word != "--");
        if (!are_options) {
            kept.push_back(word);
            continue;
        }
        if (is_value) {
            is_value = false;
            continue;
        }
        bool is_one = false;
        for (const auto& name : names) {
            is_value = is_value || word == name;
            is_one = is_one || word == name || word.rfind(name + "=", 0) == 0;
        }
        if (!is_one)
            kept.push_back(word);
    }
    return kept;
}

std::string slurm_script(const arguments& args,
                         std::int64_t tasks,
                         const std::string& survey,
                         bool has_gpus)
{
    std::string words;
    for (const auto& each : args)
        words += " " + shell_word(each);
    return fmt::format(
        R"(#!/bin/bash
# Tasks of this array share the work of one survey by files in its folder, which all nodes
# must see, as they must see the recordings. A task that ends early, or begins late, does no
# harm: others do what it leaves. Submitted again, the script goes on with what is not done.
#SBATCH --job-name=gpufft-{name}
#SBATCH --array=0-{last}
#SBATCH --ntasks=1
#SBATCH --output=gpufft-{name}-%A_%a.log
#SBATCH --open-mode=append
# A minute before its time is over, a task lets go of what it has not begun.
#SBATCH --signal=B:TERM@60
#SBATCH --requeue
# Of your cluster: partition, time, cores, memory; a GPU for each task.
{gpu}#SBATCH --gres=gpu:1

cd {folder} || exit 1
exec {program} process{words}
)",
        fmt::arg("name", plain_name(survey)),
        fmt::arg("last", tasks - 1),
        fmt::arg("gpu", has_gpus ? "" : "#"),
        fmt::arg("folder", shell_word(boost::filesystem::current_path().string())),
        fmt::arg("program", shell_word(program_path())),
        fmt::arg("words", words));
}

void run_on_dask(const arguments& args,
                 const std::string& address,
                 const std::string& resources)
{
    arguments all = { address, resources, program_path() };
    all.insert(all.end(), args.begin(), args.end());
    become_python("survey_on_dask", all);
}

} // namespace gpufft::app
