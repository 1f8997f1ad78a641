# SPDX-License-Identifier: GPL-3.0-or-later
# What tests run with in a build with sanitizers.
if(SANITIZE)
    list(
        APPEND
        TEST_ENVIRONMENT
        # A buffer that nobody could have is asked for in some tests, and must be refused.
        # Up to GCC 13 the runtime takes a block of thread-local storage at an unlucky
        # address for one of glibc 2.19, whose length it reads beside it: the search for
        # leaks then dies at exit ("Tracer caught signal 11"). Not watching those blocks
        # avoids it.
        # LLVM gives the thread that compiles first a signal stack of its own, which the
        # runtime takes for the one it made and unmaps as that thread ends: none then.
        "ASAN_OPTIONS=allocator_may_return_null=1:strict_string_checks=1:intercept_tls_get_addr=0:use_sigaltstack=0:suppressions=${CMAKE_CURRENT_LIST_DIR}/asan.supp"
        "LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_LIST_DIR}/lsan.supp:print_suppressions=0"
        # Not ignore_noninstrumented_modules: what std::async and packaged tasks run is
        # called by way of libstdc++, and nothing in it would be looked at.
        "TSAN_OPTIONS=suppressions=${CMAKE_CURRENT_LIST_DIR}/tsan.supp:halt_on_error=1"
        "UBSAN_OPTIONS=print_stacktrace=1")
endif()
