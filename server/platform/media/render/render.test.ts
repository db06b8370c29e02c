import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { needsProgram } from '#server/testing/needs.ts'
import { wavOfSamples } from '#server/testing/wav.ts'
import { type RenditionFormat, renditionFormats } from '../audio-formats.ts'
import { createAudioProcessor } from '../audio-processor.ts'
import { downmix } from './downmix.ts'
import { Resampler } from './resampler.ts'

// Its own default, a new process for each file, is tested in audio-analysis.test.ts.
const processor = createAudioProcessor({ niceness: 0, concurrency: 1, maxJobsPerProcess: 50 })
afterAll(() => processor.close())

const rate = 44_100
const seconds = 12.3
const tone = (i: number, sampleRate = rate) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / sampleRate)
const wav = wavOf(Array.from({ length: Math.round(seconds * rate) }, (_, i) => tone(i)))

test.each(renditionFormats)(
  'renditions: the %s file declares its exact duration and where each fragment is',
  async (format) => {
    const file = await render(wav, format)
    const boxes = topBoxes(file)
    expect(boxes.map(({ type }) => type)).toEqual('ftyp moov sidx moof mdat moof mdat'.split(' '))
    const moov = file.subarray(boxes[1]?.start, boxes[1]?.end)
    const timescale = moov.readUInt32BE(moov.indexOf('mvhd') + 16)
    const edit = moov.indexOf('elst') + 12
    const frames = Math.round(seconds * timescale)
    expect(timescale).toBe(format === 'opus' ? 48_000 : 44_100)
    expect([moov.readUInt32BE(edit), moov.readUInt32BE(edit + 4)]).toEqual([
      frames,
      format === 'opus' ? 312 : 4 * 1024,
    ])
    const sidx = file.subarray(boxes[2]?.start, boxes[2]?.end)
    const references = [0, 1].map((index) => ({
      bytes: sidx.readUInt32BE(32 + 12 * index),
      duration: sidx.readUInt32BE(36 + 12 * index),
    }))
    const lengthOf = (index: number) => (boxes[index]?.end ?? 0) - (boxes[index]?.start ?? 0)
    expect(references.map(({ bytes }) => bytes)).toEqual([
      lengthOf(3) + lengthOf(4),
      lengthOf(5) + lengthOf(6),
    ])
    expect(references.reduce((sum, { duration }) => sum + duration, 0)).toBe(frames)
  },
)

test.each(renditionFormats)(
  'renditions: the %s file keeps to a maximum bit rate',
  async (format) => {
    const noise = wavOf(Array.from({ length: 10 * rate }, () => Math.random() - 0.5))
    expect((await render(noise, format)).length).toBeGreaterThan(80_000)
    expect((await render(noise, format, 32_000)).length).toBeLessThan(48_000)
  },
)

test.each(renditionFormats)(
  'renditions: ffmpeg decodes the %s file without its priming',
  needsProgram('ffmpeg'),
  async (format) => {
    const sampleRate = format === 'opus' ? 48_000 : rate
    const samples = decodeWithFfmpeg(await render(wav, format))
    const { length } = samples
    // Of a fragmented file ffmpeg does not remove the padding: less than a packet.
    expect(length).toBeGreaterThanOrEqual(Math.round(seconds * sampleRate))
    expect(length).toBeLessThan(Math.round(seconds * sampleRate) + 1024)
    for (const start of [format === 'opus' ? 2000 : 0, 2000, 400_000]) {
      let error = 0
      for (let i = start; i < start + 1000; i++)
        error = Math.max(error, Math.abs((samples[i] ?? 0) - tone(i, sampleRate)))
      expect(error).toBeLessThan(0.03)
    }
  },
)

test('renditions: one sample and eight channels of 384 kHz are encoded', async () => {
  const single = await render(wavOf([0.5]), 'aac')
  expect(topBoxes(single).map(({ type }) => type)).toEqual('ftyp moov sidx moof mdat'.split(' '))
  const surround = wavOf(
    Array.from({ length: 8 * 38_400 }, (_, i) => tone(Math.floor(i / 8), 384_000)),
    { sampleRate: 384_000, channels: 8 },
  )
  for (const format of renditionFormats)
    expect((await render(surround, format)).length).toBeGreaterThan(1000)
})

test.each([
  [44_100, 48_000],
  [96_000, 48_000],
  [8000, 48_000],
  [11_025, 44_100],
])('resampling: %i to %i Hz preserves a tone and its length, whatever the blocks', (from, to) => {
  const resampler = new Resampler(from, to, 1)
  const output: number[] = []
  for (let at = 0; at < from; at += 777) {
    const length = Math.min(777, from - at)
    const block = Float32Array.from({ length }, (_, i) => tone(at + i, from))
    output.push(...(resampler.add([block])[0] ?? []))
  }
  output.push(...(resampler.end()[0] ?? []))
  expect(output).toHaveLength(to)
  for (let i = to / 4; i < to / 2; i++)
    expect(Math.abs((output[i] ?? 0) - tone(i, to))).toBeLessThan(0.001)
})

test('downmix: more than two channels become two that cannot clip, and fewer are unchanged', () => {
  const full = Float32Array.of(1, -1)
  for (const count of [1, 2]) {
    const channels = Array.from({ length: count }, () => full)
    expect(downmix(channels)).toBe(channels)
  }
  for (const count of [3, 4, 5, 6, 7, 8]) {
    const mixed = downmix(Array.from({ length: count }, () => full))
    expect(mixed).toHaveLength(2)
    for (const samples of mixed) expect(Math.max(...samples.map(Math.abs))).toBeLessThan(1.0001)
  }
})

test('downmix: channels are heard on the side of their speaker, and the LFE is not', () => {
  const heard = (count: number, mask?: number) =>
    Array.from({ length: count }, (_, index) => {
      const channels = Array.from({ length: count }, (_, i) => Float32Array.of(i === index ? 1 : 0))
      const [left = 0, right = 0] = downmix(channels, mask).map(([sample]) => sample)
      return left && right ? 'both' : left ? 'left' : right ? 'right' : 'none'
    })
  // Quadraphonic, as FLAC, Vorbis and Opus define four channels; then those that a WAV declares: 4.0 and 2.1.
  expect(heard(4)).toEqual(['left', 'right', 'left', 'right'])
  expect(heard(4, 0x107)).toEqual(['left', 'right', 'both', 'both'])
  expect(heard(3, 0xb)).toEqual(['left', 'right', 'none'])
  expect(heard(6)).toEqual(['left', 'right', 'both', 'none', 'left', 'right'])
  expect(heard(8)).toEqual(['left', 'right', 'both', 'none', 'left', 'right', 'left', 'right'])
})

/** In the sandbox: the AAC encoder is not an ordinary module. */
async function render(
  bytes: Buffer,
  format: RenditionFormat,
  maxBitrate = 1_000_000,
): Promise<Buffer> {
  const sampleRate = bytes.readUInt32LE(24)
  const frames = bytes.readUInt32LE(40) / bytes.readUInt16LE(32)
  const parts: Uint8Array[] = []
  const { headerBytes } = await processor.render(
    {
      client: 'ines',
      size: bytes.length,
      read: async (start: number, end: number) => bytes.subarray(start, end),
    },
    { format, frames, sampleRate, maxBitrate },
    async (part) => void parts.push(part),
  )
  const written = Buffer.concat(parts)
  const body = written.length - headerBytes
  return Buffer.concat([written.subarray(body), written.subarray(0, body)])
}

function wavOf(samples: number[], format: { sampleRate?: number; channels?: number } = {}): Buffer {
  return wavOfSamples(samples.length, (i) => samples[i] ?? 0, { sampleRate: rate, ...format })
}

function topBoxes(file: Buffer) {
  const boxes: { type: string; start: number; end: number }[] = []
  for (let start = 0; start < file.length; start = boxes.at(-1)?.end ?? file.length)
    boxes.push({
      type: file.toString('latin1', start + 4, start + 8),
      start,
      end: start + file.readUInt32BE(start),
    })
  return boxes
}

function decodeWithFfmpeg(file: Buffer): Float32Array {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-test-'))
  try {
    const input = path.join(folder, 'rendition.mp4')
    writeFileSync(input, file)
    const args = ['-v', 'error', '-i', input, '-f', 'f32le', '-']
    const pcm = execFileSync('ffmpeg', args, { maxBuffer: 64 * 1024 ** 2 })
    return new Float32Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
