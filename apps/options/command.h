/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_OPTIONS_COMMAND_H
#define INCLUDED_GPUFFT_APPS_OPTIONS_COMMAND_H

#include <stdexcept>
#include <string>
#include <vector>

namespace gpufft::app {

using arguments = std::vector<std::string>;

enum exit_status { DONE = 0, BAD_ARGUMENTS = 1, DEVICE_FAILED = 2 };

//! The command line cannot be understood; the program adds how to get help.
class usage_error : public std::invalid_argument
{
    using std::invalid_argument::invalid_argument;
};

/*!
 * The subcommands: what follows their name in, exit status out. Results go to stdout,
 * all else to stderr.
 * \throws usage_error, plan_error, device_error
 */
int cmd_bench(const arguments& args);
int cmd_cache(const arguments& args);
int cmd_devices(const arguments& args);
int cmd_dump(const arguments& args);
int cmd_plan(const arguments& args);
int cmd_process(const arguments& args);
int cmd_psd(const arguments& args);
int cmd_show(const arguments& args);
int cmd_live(const arguments& args);
int cmd_spectrogram(const arguments& args);
int cmd_tune(const arguments& args);
int cmd_wisdom(const arguments& args);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_OPTIONS_COMMAND_H */
