import { type APIRequestContext, expect } from '@playwright/test'
import type { TrackDetail } from '#contract/tracks.ts'
import { wavOfSamples } from '#server/testing/wav.ts'
import { uploadTrack } from './data.ts'

/** Recordings whose sound a test measures, and what the server makes of them. */

const rate = 44_100

/** A 16-bit mono WAV file; `sampleAt` returns samples from -1 to 1. */
export const wavOf = (seconds: number, sampleAt: (index: number) => number) =>
  wavOfSamples(Math.round(seconds * rate), sampleAt, { sampleRate: rate })

export const sine = (hertz: number, amplitude: number) => (index: number) =>
  amplitude * Math.sin((2 * Math.PI * hertz * index) / rate)

/** Uploads a recording and returns its track once the server has processed it. */
export async function uploadProcessed(
  request: APIRequestContext,
  title: string,
  audio: Buffer,
): Promise<TrackDetail> {
  const { id } = await uploadTrack(request, { title, audio, isUploaded: true })
  const load = async (): Promise<TrackDetail> =>
    (await request.get(`/api/tracks/slug/${id}`)).json()
  await expect.poll(async () => (await load()).processing, { timeout: 90_000 }).toBe('ready')
  return load()
}
