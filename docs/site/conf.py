# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings of Sphinx; build.py says version and folders in the environment."""
import os

project = "gr-gpufft"
author = "the gr-gpufft maintainers"
copyright = f"2026, {author}"
release = version = os.environ["GPUFFT_SITE_VERSION"]
extensions = ["myst_parser"]
exclude_patterns = ["**/_*"]

# Headings have the anchors that they have on code hosts, which links in docs/ use.
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]

smartquotes = False

html_theme = "furo"
html_title = f"gr-gpufft {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_last_updated_fmt = None
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure"]
