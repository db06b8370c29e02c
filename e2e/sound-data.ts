import { type APIRequestContext, expect } from '@playwright/test'
import type { TrackDetail } from '#contract/tracks.ts'
import { uploadTrack } from './data.ts'

/** Recordings whose sound a test measures, and what the server makes of them. */

const rate = 44_100

/** A 16-bit mono WAV file; `sampleAt` returns samples from -1 to 1. */
export function wavOf(seconds: number, sampleAt: (index: number) => number): Buffer {
  const frames = Math.round(seconds * rate)
  const wav = Buffer.alloc(44 + 2 * frames)
  wav.write('RIFF')
  wav.writeUInt32LE(36 + 2 * frames, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(2 * rate, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(2 * frames, 40)
  for (let i = 0; i < frames; i++) wav.writeInt16LE(Math.round(32_767 * sampleAt(i)), 44 + 2 * i)
  return wav
}

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
