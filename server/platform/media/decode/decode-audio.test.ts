import { expect, test } from 'vitest'
import { silentFlac } from '#server/testing/odd-audio.ts'
import { fixture, id3Tag, wavOfSize } from '#server/testing/sample-files.ts'
import { decodeAudio } from './decode-audio.ts'
import { flacHeader } from './flac-header.ts'

async function decode(bytes: Buffer) {
  const read = async (start: number, end: number) => bytes.subarray(start, end)
  const samples: number[] = []
  let channels = 0
  for await (const block of decodeAudio({ size: bytes.length, read })) {
    channels = block.channels.length
    for (const sample of block.channels[0] ?? []) samples.push(sample)
  }
  return { samples, channels }
}

/** Arrays of so many samples take minutes to compare if they differ. */
function expectSame(samples: number[], expected: number[]) {
  expect(samples).toHaveLength(expected.length)
  expect(samples.findIndex((sample, i) => sample !== expected[i])).toBe(-1)
}

/** The bytes of an image, which can look like a frame of MP3 at 48 kHz. */
const image = Buffer.alloc(300_000, Buffer.from([0xff, 0xfb, 0x94, 0x64, 1, 2, 3]))
const cover = id3Tag(image.length, image)

function apeTag(content: Buffer): Buffer {
  const part = (flags: number) => {
    const bytes = Buffer.alloc(32)
    bytes.write('APETAGEX')
    bytes.writeUInt32LE(2000, 8)
    bytes.writeUInt32LE(content.length + 32, 12)
    bytes.writeUInt32LE(1, 16)
    bytes.writeUInt32LE(flags, 20)
    return bytes
  }
  return Buffer.concat([part(0xa0000000), content, part(0x80000000)])
}
const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)])
const lyrics = Buffer.from(`LYRICSBEGIN${'Rosin '.repeat(100)}LYRICS200`)

/** Where the frames of a fixed block size are. */
function frameStarts(flac: Buffer): number[] {
  const blockSize = flac.readUInt16BE(8)
  return Array.from({ length: flac.length - 42 }, (_, i) => 42 + i).filter((at) =>
    flacHeader(flac.subarray(at, at + 16), blockSize),
  )
}

/** With the index before the samples, as for streaming. */
function indexFirst(file: Buffer): Buffer {
  const [data, index] = [file.indexOf('mdat') - 4, file.indexOf('moov') - 4]
  const moved = Buffer.from(file.subarray(index))
  const offset = moved.indexOf('stco') + 12
  moved.writeUInt32BE(moved.readUInt32BE(offset) + moved.length, offset)
  return Buffer.concat([file.subarray(0, data), moved, file.subarray(data, index)])
}

test.each(['tone.flac', 'tone.wav', 'tone.mp3'])(
  'decoding: tags with an image around %s change nothing',
  async (name) => {
    const file = fixture(name)
    const tagged = Buffer.concat([cover, cover, file, apeTag(image), id3v1])
    const [{ samples, channels }, expected] = [await decode(tagged), await decode(file)]
    expect(channels).toBe(expected.channels)
    expectSame(samples, expected.samples)
  },
)

test('decoding: an MP3 with junk between its tag and the first frame is decoded', async () => {
  const file = fixture('tone.mp3')
  const junk = Buffer.concat([id3Tag(10, Buffer.alloc(10)), Buffer.alloc(3000), file])
  expect((await decode(junk)).samples.length).toBe((await decode(file)).samples.length)
})

test.each<[string, (file: Buffer) => Buffer]>([
  ['junk that looks like frames', (file) => Buffer.concat([file, image])],
  ['Lyrics3 and an ID3v1 tag', (file) => Buffer.concat([file, lyrics, id3v1])],
  ['an ID3v1 tag and junk', (file) => Buffer.concat([file, id3v1, image])],
  ['zeros', (file) => Buffer.concat([file, Buffer.alloc(600_000)])],
  ['the start of a frame', (file) => Buffer.concat([file, Buffer.from([0xff, 0xf3, 0x80, 0xc0])])],
])('decoding: an MP3 with %s at its end is decoded, and nothing else', async (_, add) => {
  const file = fixture('tone.mp3')
  expectSame((await decode(add(file))).samples, (await decode(file)).samples)
})

test('decoding: an MP3 with junk in the middle or a truncated last frame is decoded as far as it goes', async () => {
  const file = fixture('tone.mp3')
  const whole = (await decode(file)).samples.length
  const middle = file.length >> 1
  const damaged = Buffer.concat([file.subarray(0, middle), image, file.subarray(middle)])
  for (const shorter of [
    damaged,
    file.subarray(0, -100),
    Buffer.concat([file.subarray(0, -100), id3v1]),
  ]) {
    const { samples } = await decode(shorter)
    expect(samples.length).toBeGreaterThan(whole - 3 * 1152)
    expect(samples.length).toBeLessThanOrEqual(whole)
  }
})

test('decoding: a damaged frame of a FLAC is silent, and the others are where they were', async () => {
  const flac = fixture('tone.flac')
  const { samples } = await decode(flac)
  const [first = 0, second = 0] = frameStarts(flac)
  const blockSize = flac.readUInt16BE(8)
  const damaged = Buffer.from(flac)
  damaged[(first + second) >> 1] = 0x55
  const silent = new Array<number>(blockSize).fill(0)
  expectSame((await decode(damaged)).samples, [...silent, ...samples.slice(blockSize)])
})

test('decoding: a stretch of a FLAC without frames is silent, wherever it is and however long', async () => {
  const flac = silentFlac(120, 8000)
  const { samples } = await decode(flac)
  const frames = frameStarts(flac)
  expect(frames.length).toBeGreaterThan(10)
  for (const [start = 0, end = 0] of [frames.slice(2), frames.slice(0, 2), frames.slice(5, 9)]) {
    const damaged = Buffer.from(flac)
    // Of the last stretch, the first frame has its header.
    damaged.fill(0x55, start + 12, end - 2)
    expectSame((await decode(damaged)).samples, samples)
  }
  const hole = Buffer.from(flac).fill(0, (frames[3] ?? 0) - 2, (frames[9] ?? 0) + 4)
  expectSame((await decode(hole)).samples, samples)
})

test('decoding: junk after a FLAC is left out', async () => {
  const tone = fixture('tone.flac')
  expectSame((await decode(Buffer.concat([tone, image]))).samples, (await decode(tone)).samples)
})

test('decoding: a truncated FLAC is decoded as far as it goes', async () => {
  const { samples } = await decode(silentFlac(120, 8000).subarray(0, -8))
  expect(samples.length).toBeGreaterThan(100 * 8000)
})

test('decoding: a FLAC with megabytes between its frames is rejected', async () => {
  const flac = silentFlac(120, 8000)
  const frames = frameStarts(flac)
  const hole = Buffer.alloc(3 * 1024 ** 2)
  const torn = Buffer.concat([flac.subarray(0, frames[3]), hole, flac.subarray(frames[4])])
  await expect(decode(torn)).rejects.toThrow('The file is damaged.')
})

test('decoding: ALAC has the samples of the file that it was made of', async () => {
  expectSame(
    (await decode(fixture('tone-alac.m4a'))).samples,
    (await decode(fixture('tone.wav'))).samples,
  )
})

test('decoding: a damaged packet of ALAC is silent', async () => {
  const file = fixture('tone-alac.m4a')
  const { samples } = await decode(file)
  const data = file.indexOf('mdat') + 4
  const damaged = Buffer.from(file).fill(0xff, data, data + 3)
  const silent = new Array<number>(4096).fill(0)
  expectSame((await decode(damaged)).samples, [...silent, ...samples.slice(4096)])
})

test('decoding: ALAC without its last bytes is decoded as far as it goes', async () => {
  const file = fixture('tone-alac.m4a')
  const { samples } = await decode(file)
  const truncated = indexFirst(file).subarray(0, -100)
  expectSame((await decode(indexFirst(file))).samples, samples)
  expectSame((await decode(truncated)).samples, samples.slice(0, 4096))
})

test.each(['tone.opus', 'tone.ogg'])(
  'decoding: all files of a chain of %s are decoded, each from its own beginning',
  async (name) => {
    const file = fixture(name)
    const { samples } = await decode(file)
    const chained = await decode(Buffer.concat([file, file, file]))
    expectSame(chained.samples, [...samples, ...samples, ...samples])
  },
)

test('decoding: a chain of Vorbis files whose sample rate changes is rejected', async () => {
  const file = fixture('tone.ogg')
  const other = Buffer.from(file)
  const rateAt = other.indexOf('vorbis') + 11
  expect(other.readUInt32LE(rateAt)).toBe(22_050)
  other.writeUInt32LE(32_000, rateAt)
  await expect(decode(Buffer.concat([file, other]))).rejects.toThrow('changes within the file')
})

test('decoding: the gain in the header of an Opus file is applied', async () => {
  const file = fixture('tone.opus')
  const quieter = Buffer.from(file)
  quieter.writeInt16LE(-6 * 256, quieter.indexOf('OpusHead') + 16)
  const [{ samples }, { samples: expected }] = [await decode(quieter), await decode(file)]
  const factor = 10 ** (-6 / 20)
  const differences = samples.map((sample, i) => Math.abs(sample - factor * (expected[i] ?? 0)))
  expect(samples).toHaveLength(expected.length)
  expect(Math.max(...differences)).toBeLessThan(1e-6)
})

test('decoding: a WAV says where its channels are heard', async () => {
  const wav = wavOfSize(44 + 6 * 100)
  const format = Buffer.alloc(40)
  format.writeUInt16LE(0xfffe, 0)
  format.writeUInt16LE(3, 2)
  format.writeUInt32LE(48_000, 4)
  format.writeUInt16LE(6, 12)
  format.writeUInt16LE(16, 14)
  format.writeUInt32LE(0xb, 20)
  format.writeUInt16LE(1, 24)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(format.length)
  const file = Buffer.concat([wav.subarray(0, 16), length, format, wav.subarray(36)])
  const read = async (start: number, end: number) => file.subarray(start, end)
  for await (const { mask, channels } of decodeAudio({ size: file.length, read }))
    expect([mask, channels.length]).toEqual([0xb, 3])
  expect.assertions(1)
})
