import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFfmpeg } from '#server/testing/ffmpeg.ts'
import { needsProgram, standIn } from '#server/testing/needs.ts'
import { LoudnessMeter } from '../analysis/loudness.ts'
import type { RenditionFormat } from '../audio-formats.ts'
import { createAudioProcessor } from '../audio-processor.ts'
import type { PcmBlock } from '../decode/pcm.ts'
import { downmix } from './downmix.ts'
import { downmixGain } from './downmix-gain.ts'

const sampleRate = 48_000

/** A second of tones, a different one in each channel, as two blocks. */
function blocksOf(count: number, level: number): PcmBlock[] {
  const tone = (channel: number, i: number) =>
    level * Math.sin((2 * Math.PI * (300 + 170 * channel) * i) / sampleRate)
  return [0, sampleRate / 2].map((start) => ({
    sampleRate,
    channels: Array.from({ length: count }, (_, channel) =>
      Float32Array.from({ length: sampleRate / 2 }, (_, i) => tone(channel, start + i)),
    ),
  }))
}
async function* streamOf(blocks: PcmBlock[]) {
  yield* blocks
}

test.each([3, 4, 5, 6, 7, 8])(
  'downmix: %i channels are as loud as before, unless the true peak would exceed -1 dBTP',
  async (count) => {
    const quiet = blocksOf(count, 0.1)
    const gain = await downmixGain(streamOf(quiet))
    const original = new LoudnessMeter(sampleRate, count)
    const mixed = new LoudnessMeter(sampleRate, 2)
    for (const { channels } of quiet) {
      original.add(channels)
      mixed.add(downmix(channels, undefined, gain))
    }
    expect(mixed.integrated()).toBeCloseTo(original.integrated() ?? 0, 2)

    const loud = blocksOf(count, 1)
    const limited = await downmixGain(streamOf(loud))
    const peaks = loud.flatMap(({ channels }) =>
      downmix(channels, undefined, limited).map((samples) => Math.max(...samples.map(Math.abs))),
    )
    expect(limited).toBeLessThan(gain)
    // Without a gain its samples reach 1.
    expect(limited === 1 || Math.max(...peaks) < 10 ** (-1 / 20)).toBe(true)
  },
)

test('downmix: silence and less than 400 ms have no gain', async () => {
  expect(await downmixGain(streamOf(blocksOf(6, 0)))).toBe(1)
  const channels = Array.from({ length: 6 }, () => new Float32Array(10).fill(0.1))
  expect(await downmixGain(streamOf([{ sampleRate, channels }]))).toBe(1)
  expect(await downmixGain(streamOf([]))).toBe(1)
})

const ffmpeg = findFfmpeg()

standIn('renditions beside ffmpeg', needsProgram('ffmpeg'))
if (ffmpeg) {
  // Its own default, a new process for each file, is tested in audio-analysis.test.ts.
  const processor = createAudioProcessor({ niceness: 0, concurrency: 1, maxJobsPerProcess: 50 })
  const folder = await mkdtemp(path.join(tmpdir(), 'soundpost-downmix-'))
  afterAll(async () => {
    await processor.close()
    await rm(folder, { recursive: true })
  })

  type Original = { layout: string; level: number; type: string; format: RenditionFormat }
  const quiet: Original[] = [
    { layout: '5.1', level: 0.1, type: 'wav', format: 'opus' },
    { layout: '7.1', level: 0.1, type: 'flac', format: 'aac' },
  ]
  const loud: Original = { layout: '5.1', level: 0.7, type: 'wav', format: 'aac' }

  const sourceOf = ({ layout, level }: Original) => {
    const count = layout === '5.1' ? 6 : 8
    const tones = Array.from({ length: count }, (_, i) => {
      const tone = `sin(2*PI*${220 + 111 * i}*t)*(0.6+0.4*sin(2*PI*${0.7 + i / 5}*t))`
      return `${level}*(${tone}+0.2*(random(${i})-0.5))`
    })
    return `aevalsrc='${tones.join('|')}':s=44100:d=1.5:c=${layout}`
  }
  const fileOf = ({ layout, level, type }: Original) =>
    path.join(folder, `${layout}-${level}.${type}`)
  beforeAll(() =>
    ffmpeg.encodeFiles(
      [...quiet, loud].map((original) => ({
        source: sourceOf(original),
        args: [],
        file: fileOf(original),
      })),
    ),
  )

  /** What the track says, and what ffmpeg measures of the rendition. */
  const measure = async (original: Original) => {
    const { format } = original
    const bytes = await readFile(fileOf(original))
    const file = {
      client: 'ines',
      size: bytes.length,
      read: async (start: number, end: number) => bytes.subarray(start, end),
    }
    const { frames, sampleRate: rate, loudness } = await processor.analyze(file)
    const written: Uint8Array[] = []
    const options = { format, frames, sampleRate: rate, maxBitrate: 1_000_000 }
    const add = async (part: Uint8Array) => void written.push(part)
    const { headerBytes } = await processor.render(file, options, add)
    const parts = Buffer.concat(written)
    const end = parts.length - headerBytes
    const rendition = `${fileOf(original)}.mp4`
    await writeFile(rendition, Buffer.concat([parts.subarray(end), parts.subarray(0, end)]))
    return { stored: loudness ?? 0, ...(await ffmpeg.measure(rendition)) }
  }

  test.each(quiet)(
    'renditions beside ffmpeg: $layout channels have the loudness of their track in $format ($type)',
    async (original) => {
      const { stored, loudness } = await measure(original)
      expect(Math.abs(loudness - stored)).toBeLessThan(0.5)
    },
  )

  test('renditions beside ffmpeg: six loud channels are no louder than their true peak permits', async () => {
    const { stored, loudness, truePeak } = await measure(loud)
    expect(loudness).toBeLessThan(stored)
    expect(truePeak).toBeGreaterThan(-2)
    expect(truePeak).toBeLessThanOrEqual(0)
  })
}
