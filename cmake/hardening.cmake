# SPDX-License-Identifier: GPL-3.0-or-later
# What makes faults harder to exploit and costs nothing when kernels run: tables of addresses
# that are read-only once a library is loaded, for which all of its symbols are looked up
# then, and no stack whose contents run. tests/package/qa_hardening.py looks for each.
# Debian's packages have dpkg's flags for the compiler besides.
include(CheckLinkerFlag)

foreach(flag relro now noexecstack)
    check_linker_flag(CXX "LINKER:-z,${flag}" LINKS_WITH_${flag})
    if(LINKS_WITH_${flag})
        add_link_options("LINKER:-z,${flag}")
    endif()
endforeach()
