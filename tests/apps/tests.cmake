# SPDX-License-Identifier: GPL-3.0-or-later
if(ENABLE_GNURADIO)
    qa_python(apps recording)
    qa_python(apps bad_recordings)
    qa_python(apps spectrum_columns)
    qa_python(apps spectrogram_plan)
    qa_python(apps picture)
endif()
