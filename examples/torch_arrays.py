#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes noise off pictures in PyTorch: the large coefficients of their 2D DCTs stay.

On a GPU where there is one; tensors of the host are computed as NumPy's arrays are.
"""
import torch

import gpufft

PICTURES, SIDE, KEPT = 16, 64, 0.02
where = "cuda" if torch.cuda.is_available() else "cpu"

torch.manual_seed(1)
across = torch.linspace(0, 3, SIDE, device=where)
clean = torch.sin(across[:, None] + across) + torch.cos(2 * across)
pictures = clean + 0.5 * torch.randn(PICTURES, SIDE, SIDE, device=where)

coefficients = gpufft.dctn(pictures, axes=(1, 2), norm="ortho")  # a tensor, where pictures is
smallest = torch.quantile(coefficients.abs().flatten(1), 1 - KEPT, dim=1)
coefficients[coefficients.abs() < smallest[:, None, None]] = 0
denoised = gpufft.idctn(coefficients, axes=(1, 2), norm="ortho")


def error(x):
    return float((x - clean).square().mean().sqrt())


print(f"{denoised.device}: error {error(pictures):.3f} before, {error(denoised):.3f} after")
