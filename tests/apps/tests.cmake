# SPDX-License-Identifier: GPL-3.0-or-later
if(ENABLE_GNURADIO)
    qa_python(apps recording)
    qa_python(apps bad_recordings)
endif()
