import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFfmpeg } from '#server/testing/ffmpeg.ts'
import { needsProgram, standIn } from '#server/testing/needs.ts'
import { m4aOf, mp3OfTwoRates } from '#server/testing/odd-audio.ts'
import { fixture, id3Tag, wavOfSize } from '#server/testing/sample-files.ts'
import { createAudioProcessor } from '../audio-processor.ts'
import { decodeAudio } from '../decode/decode-audio.ts'
import { createDecodeBudget } from '../decode-limits.ts'
import { analyzeAudio } from './audio-analysis.ts'

/** SILK, two empty frames of 60 ms. */
const silentPacket = 0x19

const fileOf = (bytes: Buffer) => ({
  client: 'ada',
  size: bytes.length,
  read: async (start: number, end: number) => bytes.subarray(start, end),
})
const analyze = (bytes: Buffer) => analyzeAudio(fileOf(bytes))

// The samples that ffmpeg's own decoder returns for each of the files.
test.each([
  ['tone.mp3', 22_050, 1, 44_100],
  ['tone.wav', 8000, 1, 8000],
  ['tone.flac', 8000, 1, 8000],
  ['tone-alac.m4a', 8000, 1, 8000],
  ['tone.ogg', 22_050, 1, 44_100],
  ['tone.opus', 48_000, 1, 96_000],
])(
  'analysis: the duration of %s is exact to the sample',
  async (name, sampleRate, channels, frames) => {
    expect(await analyze(fixture(name))).toMatchObject({ sampleRate, channels, frames })
  },
)

test('analysis: a file of one sample, a silent one and one with a wrong length are measured', async () => {
  expect(await analyze(wavOfSize(46))).toMatchObject({
    frames: 1,
    loudness: null,
    truePeak: null,
  })
  expect(await analyze(wavOfSize(100_044))).toMatchObject({ frames: 50_000, loudness: null })
  const interrupted = wavOfSize(100_044)
  interrupted.writeUInt32LE(0xffffffff, 40)
  expect((await analyze(interrupted)).frames).toBe(50_000)
})

test.each(['tone.wav', 'tone.opus', 'tone.mp3'])(
  'analysis: %s without its second half is measured as far as it goes',
  async (name) => {
    const whole = fixture(name)
    const { frames } = await analyze(whole.subarray(0, whole.length >> 1))
    expect(frames).toBeGreaterThan(1000)
    expect(frames).toBeLessThan((await analyze(whole)).frames)
  },
)

test('analysis: eight channels of 384 kHz are measured', async () => {
  const wav = wavOfSize(44 + 16 * 38_400)
  wav.writeUInt16LE(8, 22)
  wav.writeUInt32LE(384_000, 24)
  wav.writeUInt16LE(16, 32)
  expect(await analyze(wav)).toMatchObject({ channels: 8, sampleRate: 384_000, frames: 38_400 })
})

test.each([
  ['ALAC that is none', m4aOf('alac'), 'This variant of ALAC is not supported.'],
  ['an MP4 with another codec', m4aOf('ac-3'), 'The codec AC-3 is not supported.'],
  ['an MP4 without its index', fixture('tone.m4a').subarray(0, 2000), 'no audio track'],
  ['an MP4 with a damaged index', damagedIndex(), 'The index of the file is damaged.'],
  ['DRM', m4aOf('drms'), 'The file is copy-protected.'],
  ['an MP4 whose boxes have no length', Buffer.from('\0\0\0\0ftypM4A ____'), 'no audio track'],
  ['text', Buffer.from('Rosin'.repeat(1000)), 'The codec is not supported.'],
  [
    'a tag without audio',
    id3Tag(10, Buffer.alloc(1000)),
    'The file has no audio that can be decoded.',
  ],
  ['an ADPCM WAV', withFormat(2), 'The codec 2 of the WAV file is not supported.'],
  ['a WAV of 65,535 channels', withChannels(65_535), 'channels'],
  ['a WAV without channels', withChannels(0), 'not supported.'],
  ['an Opus file without channels', opusWithMapping(0, 0), 'channel mapping'],
  ['an Opus file of 255 channels', opusWithMapping(255, 255), 'channel mapping'],
  ['an Opus mapping without streams', opusWithMapping(2, 1, [0, 0, 0, 1]), 'mapping'],
  ['an Opus mapping to a stream that is missing', opusWithMapping(2, 1, [1, 1, 7, 9]), 'mapping'],
  ['an Opus mapping with too few entries', opusWithMapping(6, 1, [4, 2]), 'mapping'],
])('analysis: %s is rejected with a reason', async (_, bytes, reason) => {
  await expect(analyze(bytes)).rejects.toThrow(reason)
})

test('analysis: an MP3 whose sample rate changes is rejected with a reason', async () => {
  await expect(analyze(mp3OfTwoRates())).rejects.toThrow('changes within the file')
})

test('analysis: a small file that decodes to more than the limit is rejected', async () => {
  const file = endlessOpus(60)
  expect(file.length).toBeLessThan(1200)
  await expect(analyzeAudio(fileOf(file), { maxHours: 0.01 })).rejects.toThrow(
    'more than 0.01 hours',
  )
})

test('analysis: a small file may decode to an hour of audio, a large one to more, none without end', () => {
  const hour = 3600 * 48_000 * 2
  const canDecode = (size: number, hours: number) => {
    try {
      createDecodeBudget(size).samples(hours * hour)
      return true
    } catch {
      return false
    }
  }
  expect([canDecode(1000, 1), canDecode(200_000, 2)]).toEqual([true, false])
  // Speech of 6 kbit/s, then an endless file of the largest size.
  expect([canDecode(12 * 3600 * 750, 12), canDecode(100_000_000, 13)]).toEqual([true, false])
})

test('analysis: decoding ends with the budget of the file, and at frames that do not decode', async () => {
  const decode = async (file: Buffer, spent: number) => {
    const budget = createDecodeBudget(file.length)
    budget.samples(spent)
    for await (const { channels } of decodeAudio(fileOf(file), budget))
      expect(channels).toHaveLength(1)
  }
  const almostAll = 3600 * 48_000 * 2
  await expect(decode(endlessOpus(600), almostAll)).rejects.toThrow('too much audio for its size')
  await expect(decode(endlessOpus(600, brokenPacket), 0)).rejects.toThrow('too many damaged frames')
})

test('analysis: the sandbox returns its result, or the reason of a rejection, in a process each', async () => {
  const processes = new Set<number>()
  const onStart = ({ pid }: { pid: number }) => void processes.add(pid)
  const analyzer = createAudioProcessor({ niceness: 0, concurrency: 1, onStart })
  try {
    const flac = fixture('tone.flac')
    expect(await analyzer.analyze(fileOf(flac))).toEqual(await analyze(flac))
    await expect(analyzer.analyze(fileOf(m4aOf('ac-3')))).rejects.toMatchObject({
      name: 'TaskFailed',
      message: 'The codec AC-3 is not supported.',
      killed: undefined,
    })
    expect(processes.size).toBe(2)
  } finally {
    await analyzer.close()
  }
})

/** An MP4 whose sample table declares more samples than it has. */
function damagedIndex(): Buffer {
  const file = fixture('tone-alac.m4a')
  const sizes = file.indexOf('stsz')
  file.writeUInt32BE(1_000_000, sizes + 12)
  file.writeUInt32BE(1_000_000, file.indexOf('stsc') + 16)
  return file
}

function withFormat(format: number): Buffer {
  const wav = wavOfSize(1044)
  wav.writeUInt16LE(format, 20)
  return wav
}

/** 8-bit samples, so that a frame of all channels has a valid length. */
function withChannels(channels: number): Buffer {
  const wav = wavOfSize(44 + 4 * 65_535)
  wav.writeUInt16LE(channels, 22)
  wav.writeUInt16LE(channels, 32)
  wav.writeUInt16LE(8, 34)
  return wav
}

/** The identification header (RFC 7845) with another channel mapping. */
function opusWithMapping(channels: number, family: number, table: number[] = []): Buffer {
  const file = endlessOpus(1)
  const start = file.indexOf('OpusHead')
  const head = Buffer.concat([file.subarray(start, start + 19), Buffer.from(table)])
  head[9] = channels
  head[18] = family
  const page = Buffer.from(file.subarray(0, start))
  page[27] = head.length
  return Buffer.concat([page, head, file.subarray(start + 19)])
}

/** Several frames, without saying how many. */
const brokenPacket = 0x1b

/** Packets of one byte that decode to 120 ms of silence, 255 in a page. */
function endlessOpus(seconds: number, packet = silentPacket): Buffer {
  const page = (flags: number, granule: bigint, lacing: Buffer, body: Buffer) => {
    const head = Buffer.alloc(27)
    head.write('OggS')
    head[5] = flags
    head.writeBigUInt64LE(granule, 6)
    head.writeUInt32LE(1, 14)
    head[26] = lacing.length
    return Buffer.concat([head, lacing, body])
  }
  const opusHead = Buffer.from('OpusHead\x01\x01\x00\x00\x80\xbb\x00\x00\x00\x00\x00', 'latin1')
  const tags = Buffer.from('OpusTags\0\0\0\0\0\0\0\0', 'latin1')
  const packets = Buffer.alloc(255, packet)
  const pages = Math.ceil(seconds / (255 * 0.12))
  return Buffer.concat([
    page(2, 0n, Buffer.from([19]), opusHead),
    page(0, 0n, Buffer.from([16]), tags),
    ...Array.from({ length: pages }, (_, i) =>
      page(0, BigInt(i + 1) * 255n * 5760n, Buffer.alloc(255, 1), packets),
    ),
  ])
}

const ffmpeg = findFfmpeg()

const seconds = 1.1
/** Several tones that come and go, with some noise. */
const music = (sampleRate: number, channels: number) => {
  const parts = Array.from({ length: channels }, (_, i) => {
    const tone = `${0.5 / (1 + i / 3)}*sin(2*PI*${220 + 111 * i}*t)*(0.6+0.4*sin(2*PI*${0.7 + i / 5}*t))`
    return `${tone}+0.15*sin(2*PI*3111*t)*gt(sin(2*PI*1.3*t)\\,0)+0.05*(random(${i})-0.5)`
  })
  const layout = { 1: 'mono', 2: 'stereo', 3: '2.1', 6: '5.1', 8: '7.1(wide)' }[channels]
  return `aevalsrc='${parts.join('|')}':s=${sampleRate}:d=${seconds}:c=${layout}`
}

/** Name, sample rate and channels of the source, ffmpeg's arguments, its format. */
const references: [string, number, number, string, string][] = [
  ['WAV of 16 bits', 44_100, 2, '-c:a pcm_s16le', 'wav'],
  ['WAV of 24 bits and 96 kHz', 96_000, 2, '-c:a pcm_s24le', 'wav'],
  ['mono WAV of 8 bits', 22_050, 1, '-c:a pcm_u8', 'wav'],
  ['float WAV of six channels', 48_000, 6, '-c:a pcm_f32le', 'wav'],
  ['µ-law WAV', 8000, 1, '-c:a pcm_mulaw', 'wav'],
  ['FLAC of 16 bits', 44_100, 2, '-c:a flac -sample_fmt s16', 'flac'],
  ['FLAC of 24 bits and six channels', 48_000, 6, '-c:a flac -sample_fmt s32', 'flac'],
  ['FLAC in Ogg', 44_100, 1, '-c:a flac', 'ogg'],
  ['WAV of three channels, one of them LFE', 48_000, 3, '-c:a pcm_s16le', 'wav'],
  ['MP3', 44_100, 2, '-c:a libmp3lame -b:a 192k', 'mp3'],
  ['mono MP3 with a variable bit rate', 22_050, 1, '-c:a libmp3lame -q:a 4', 'mp3'],
  ['Vorbis', 44_100, 2, '-c:a libvorbis', 'ogg'],
  ['Opus', 48_000, 2, '-c:a libopus', 'ogg'],
  ['ALAC', 44_100, 2, '-c:a alac -sample_fmt s16p', 'm4a'],
  ['mono ALAC', 48_000, 1, '-c:a alac -movflags +faststart', 'm4a'],
  ['ALAC of 24 bits and 96 kHz', 96_000, 2, '-c:a alac -sample_fmt s32p', 'm4a'],
  ['ALAC of six channels', 48_000, 6, '-c:a alac -sample_fmt s32p', 'm4a'],
  ['ALAC of eight channels', 48_000, 8, '-c:a alac -sample_fmt s16p', 'm4a'],
  ['ALAC in fragments', 44_100, 2, '-c:a alac -movflags +empty_moov -frag_duration 300000', 'mp4'],
  ['ALAC in QuickTime', 44_100, 2, '-c:a alac', 'mov'],
  ['AAC', 44_100, 2, '-c:a aac -b:a 256k', 'm4a'],
  ['mono AAC', 48_000, 1, '-c:a aac -movflags +faststart', 'm4a'],
  ['AAC of 96 kHz', 96_000, 2, '-c:a aac', 'm4a'],
  ['AAC of six channels', 48_000, 6, '-c:a aac', 'm4a'],
  ['AAC in QuickTime', 44_100, 2, '-c:a aac', 'mov'],
  ['Opus of six channels', 48_000, 6, '-c:a libopus -mapping_family 1', 'ogg'],
]

standIn('analysis beside ffmpeg', needsProgram('ffmpeg'))
if (ffmpeg) {
  const folder = await mkdtemp(path.join(tmpdir(), 'soundpost-analysis-'))
  afterAll(() => rm(folder, { recursive: true }))
  // Into a file: formats with a length in their header need one that can be rewritten.
  const encodings = references.map(([name, sampleRate, channels, args, format]) => ({
    source: music(sampleRate, channels),
    args: args.split(' '),
    file: path.join(folder, `${name}.${format}`),
  }))
  const files = encodings.map(({ file }) => file)
  let decoded: Awaited<ReturnType<typeof ffmpeg.decodeFiles>> = []
  beforeAll(async () => {
    await ffmpeg.encodeFiles(encodings)
    decoded = await ffmpeg.decodeFiles(files)
  })

  describe('analysis beside ffmpeg', () => {
    test.each(references.map((reference, index) => [...reference, index] as const))(
      'analysis beside ffmpeg: loudness, true peak, waveform and duration of %s agree',
      async (_name, sampleRate, channels, _args, _format, index) => {
        const bytes = await readFile(files[index] ?? '')
        const { loudness, truePeak, frames, waveform } = await analyze(bytes)
        const reference = decoded[index]
        if (!reference) throw new Error('ffmpeg decoded nothing.')
        // ffmpeg rounds to 0.1.
        expect(Math.abs((loudness ?? 0) - reference.loudness)).toBeLessThan(0.1)
        expect(Math.abs((truePeak ?? 0) - reference.truePeak)).toBeLessThan(0.2)
        expect(frames).toBe(Math.round(seconds * sampleRate))
        // For AAC, ffmpeg returns the padding too.
        const samples = reference.samples.subarray(0, frames * channels)
        expect(largestDifference(waveform, samples, channels)).toBeLessThanOrEqual(1.28)
      },
    )
  })
}

/** Between the waveform's peaks and those of ffmpeg's samples, of 128. */
function largestDifference(
  { peaks, samplesPerBin }: { peaks: Int8Array; samplesPerBin: number },
  samples: Float32Array,
  channels: number,
): number {
  let largest = 0
  for (let bin = 0; bin < peaks.length / 2; bin++) {
    let [low, high] = [Infinity, -Infinity]
    for (let frame = bin * samplesPerBin; frame < (bin + 1) * samplesPerBin; frame++) {
      if ((frame + 1) * channels > samples.length) break
      let sum = 0
      for (let i = 0; i < channels; i++) sum += samples[frame * channels + i] ?? 0
      low = Math.min(low, sum / channels)
      high = Math.max(high, sum / channels)
    }
    const differences = [(peaks[2 * bin] ?? 0) - low * 128, (peaks[2 * bin + 1] ?? 0) - high * 128]
    largest = Math.max(largest, ...differences.map(Math.abs))
  }
  return largest
}
