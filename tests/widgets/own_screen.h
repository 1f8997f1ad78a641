/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_WIDGETS_OWN_SCREEN_H
#define INCLUDED_GPUFFT_TESTS_WIDGETS_OWN_SCREEN_H

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace gpufft::testing {

//! An X server that draws into memory, and $DISPLAY of this process.
class own_screen
{
public:
    explicit own_screen(const char* size = "1920x1200x24")
    {
        int ends[2];
        if (pipe(ends) != 0)
            throw std::runtime_error("no pipe");
        d_server = fork();
        if (d_server == 0) {
            close(ends[0]);
            const auto to = std::to_string(ends[1]);
            // The server ends with a test that crashes, and holds no pipe of who runs it.
            prctl(PR_SET_PDEATHSIG, SIGTERM);
            if (freopen("/dev/null", "w", stderr) && freopen("/dev/null", "w", stdout))
                execlp("Xvfb",
                       "Xvfb",
                       "-displayfd",
                       to.c_str(),
                       "-screen",
                       "0",
                       size,
                       "-nolisten",
                       "tcp",
                       nullptr);
            _exit(127);
        }
        close(ends[1]);
        std::string number;
        for (char c; read(ends[0], &c, 1) == 1 && c != '\n';)
            number += c;
        close(ends[0]);
        if (number.empty())
            throw std::runtime_error("Xvfb is needed: script/setup --tests installs it");
        setenv("DISPLAY", (":" + number).c_str(), 1);
    }
    ~own_screen()
    {
        kill(d_server, SIGTERM);
        waitpid(d_server, nullptr, 0);
    }
    own_screen(const own_screen&) = delete;
    own_screen& operator=(const own_screen&) = delete;

private:
    pid_t d_server = -1;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_WIDGETS_OWN_SCREEN_H */
