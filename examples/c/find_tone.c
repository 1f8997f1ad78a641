/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds a tone in frames of real samples, in C: a real transform of many rows in memory of
 * the host, and, where a CPU computes, once more in place, on a queue of the library's. */
#include <gpufft/gpufft.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 1536, FRAMES = 8, BINS = LENGTH / 2 + 1 };

static const double SAMP_RATE_HZ = 48000, TONE_HZ = 9000;

/* The bin of the most power, of complex numbers. */
static int loudest(const float* spectrum)
{
    int found = 0;
    float most = 0;
    for (int k = 0; k < BINS; ++k) {
        const float re = spectrum[2 * k], im = spectrum[2 * k + 1];
        if (re * re + im * im > most) {
            most = re * re + im * im;
            found = k;
        }
    }
    return found;
}

static int check(const float* spectra)
{
    for (int frame = 0; frame < FRAMES; ++frame) {
        const double found_hz =
            loudest(spectra + 2 * frame * BINS) * SAMP_RATE_HZ / LENGTH;
        printf("frame %d: %g Hz\n", frame, found_hz);
        if (fabs(found_hz - TONE_HZ) > SAMP_RATE_HZ / LENGTH)
            return 1;
    }
    return 0;
}

static int failed(const char* call)
{
    fprintf(stderr, "%s: %s\n", call, gpufft_error_text());
    return 1;
}

static int on_host(const gpufft_transform* request, const float* samples, float* spectra)
{
    gpufft_plan* plan = NULL;
    int status = 0;
    if (gpufft_make_plan(&plan, request, NULL)) /* on the best device there is */
        return failed("plan");
    printf("%s: %s\n", gpufft_device_name(plan), gpufft_plan_line(plan));
    if (gpufft_run(plan, samples, NULL, spectra, NULL, FRAMES))
        status = failed("run");
    gpufft_destroy_plan(plan);
    return status || check(spectra);
}

/* Begins, and waits for the end later: on CPU devices the arrays are the host's. */
static int in_place(const gpufft_transform* request, float* samples, float* spectra)
{
    gpufft_settings settings;
    gpufft_arrays arrays;
    gpufft_plan* plan = NULL;
    gpufft_event* end = NULL;
    int status = 0;
    gpufft_init_settings(&settings);
    gpufft_init_arrays(&arrays);
    settings.memory = GPUFFT_DEVICE_MEMORY;
    settings.rows = FRAMES;
    arrays.in.memory = samples;
    arrays.out.memory = spectra;
    if (gpufft_make_plan(&plan, request, &settings)) {
        printf("not in place: %s\n", gpufft_error_text());
        return 0;
    }
    if (gpufft_start(plan, &arrays, FRAMES, &end) || gpufft_wait(end)) {
        printf("not in place: %s\n", gpufft_error_text()); /* memory of the host on a GPU */
    } else {
        printf("in place\n");
        status = check(spectra);
    }
    gpufft_destroy_event(end);
    gpufft_destroy_plan(plan);
    return status;
}

int main(void)
{
    /* CPU devices compute in memory at multiples of 64 bytes. */
    static float memory[FRAMES * (LENGTH + 2 * BINS) + 32];
    float* samples = memory + (64 - (uintptr_t)memory % 64) % 64 / sizeof(float);
    float* spectra = samples + FRAMES * LENGTH;
    const double turn = 2 * acos(-1.0) * TONE_HZ / SAMP_RATE_HZ;
    gpufft_transform request;

    printf("gpufft %s\n", gpufft_version());
    for (int n = 0; n < FRAMES * LENGTH; ++n)
        samples[n] = (float)cos(turn * n);
    gpufft_init_transform(&request, LENGTH);
    request.kind = GPUFFT_R2C;
    if (on_host(&request, samples, spectra))
        return 1;
    for (int n = 0; n < 2 * FRAMES * BINS; ++n)
        spectra[n] = 0;
    return in_place(&request, samples, spectra);
}
