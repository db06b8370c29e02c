import { expect, test } from 'vitest'
import type { TrackDetail } from '#contract/tracks.ts'
import { analyzeAudio } from '#server/platform/media/analysis/audio-analysis.ts'
import type { AudioProcessor } from '#server/platform/media/audio-processor.ts'
import { maxHours } from '#server/platform/media/decode-limits.ts'
import { TaskFailed } from '#server/platform/media/sandbox/job.ts'
import { m4aOf, mp3OfTwoRates, silentFlac } from '#server/testing/odd-audio.ts'
import { fixture, html, id3Tag, wavOfSize } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { register, uploadFile } from '#server/testing/upload-client.ts'
import { processNext } from './worker.ts'

/** How unusual and damaged files are processed, from the upload to the audio that is served. */

const site = setUpTestSite()

/** Without a process for each step; render.test.ts encodes such files. */
const processor: AudioProcessor = {
  analyze: (file) =>
    analyzeAudio(file).catch((error: Error) => Promise.reject(new TaskFailed(error.message))),
  async render(_file, _options, write) {
    await write(Buffer.from('bodyhead'))
    return { headerBytes: 4 }
  },
  close: async () => {},
}

const hours = 3600
const all = ['original', 'opus', 'aac']

function eightChannels(): Buffer {
  const wav = wavOfSize(44 + 16 * 38_400)
  wav.writeUInt16LE(8, 22)
  wav.writeUInt32LE(384_000, 24)
  wav.writeUInt16LE(16, 32)
  return wav
}
const half = (name: string) => {
  const file = fixture(name)
  return file.subarray(0, file.length >> 1)
}

/** Of 50 kbit/s; with the cover, the file has 850 kbit in a second. */
function withCover(): Buffer {
  const cover = Buffer.alloc(200_000)
  return id3Tag(cover.length, Buffer.concat([cover, fixture('tone.mp3')]))
}

/** What looks like frames of 48 kHz. */
const withJunk = () =>
  Buffer.concat([
    fixture('tone.mp3'),
    Buffer.alloc(5000, Buffer.from([0xff, 0xfb, 0x94, 0x64, 1, 2, 3])),
  ])

function damagedFlac(): Buffer {
  const file = fixture('tone.flac')
  file.fill(0x55, file.length >> 1, (file.length >> 1) + 20)
  return file
}

const analyzed = { processing: 'ready', processingError: null }
const failed = (processingError: string) => ({ processing: 'failed', processingError })

test.each<[string, () => Buffer, string, object, string[]]>([
  ['truncated MP3', () => half('tone.mp3'), 'audio/mpeg', analyzed, ['original']],
  ['small MP3 with a large cover', withCover, 'audio/mpeg', analyzed, ['original']],
  ['MP3 with junk at its end', withJunk, 'audio/mpeg', analyzed, ['original']],
  ['FLAC with a damaged frame', damagedFlac, 'audio/flac', { ...analyzed, duration: 1 }, all],
  ['small file of ALAC', () => fixture('tone-alac.m4a'), 'audio/mp4', analyzed, all],
  ['truncated WAV', () => half('tone.wav'), 'audio/wav', analyzed, all],
  ['WAV that is declared as MP3', () => fixture('tone.wav'), 'audio/mpeg', analyzed, all],
  ['silent file', () => wavOfSize(88_244), 'audio/wav', { ...analyzed, loudness: null }, all],
  ['file of one sample', () => wavOfSize(46), 'audio/wav', { ...analyzed, duration: 1 }, all],
  ['file of eight channels and 384 kHz', eightChannels, 'audio/wav', analyzed, all],
  [
    'file whose sample rate changes',
    mp3OfTwoRates,
    'audio/mpeg',
    failed('The sample rate or the number of channels changes within the file.'),
    ['original'],
  ],
  [
    'file of 220 KB that decodes to days',
    () => silentFlac(60 * hours, 4000),
    'audio/flac',
    failed('The file has more than 12 hours of audio.'),
    ['original'],
  ],
])(
  'bad input: a %s is analyzed or has failed with a reason, and its original is served',
  async (_, create, type, expected, formats) => {
    const file = create()
    const registered = await register(
      site.asOwner,
      'audio',
      await uploadFile(site.asOwner, file, type),
    )
    const { objectPath: audioUrl } = (await registered.json()) as { objectPath: string }
    const body = { title: 'Odd', audioUrl }
    const created = await site.asOwner('POST', '/api/tracks', { body })
    const { id, slug } = (await created.json()) as TrackDetail
    const { db, store } = site
    expect(
      await processNext({ db, store, processor, renditions: true, hasFreeSpace: () => true }),
    ).toBe(id)
    const detail = (await (
      await site.asOwner('GET', `/api/tracks/slug/${slug}`)
    ).json()) as TrackDetail
    expect(detail).toMatchObject(expected)
    expect(detail.formats.map(({ format }) => format)).toEqual(formats)
    const audio = await site.visitor('GET', `/api/tracks/${id}/audio`)
    expect(Buffer.from(await audio.arrayBuffer()).equals(file)).toBe(true)
  },
)

/** Twelve hours take 6 s of CPU time. */
test('bad input: a file of the longest duration is analyzed, and a longer one is rejected', async () => {
  const analyze = (file: Buffer) => {
    const read = async (start: number, end: number) => file.subarray(start, end)
    return analyzeAudio({ size: file.length, read }, { maxHours: 1 })
  }
  const { frames, sampleRate, waveform } = await analyze(silentFlac(hours - 20, 4000))
  expect(Math.round(frames / sampleRate / 60)).toBe(60)
  expect(waveform.peaks.length / 2).toBeGreaterThanOrEqual(2048)
  expect(waveform.peaks.length / 2).toBeLessThanOrEqual(4096)
  await expect(analyze(silentFlac(hours + 20, 4000))).rejects.toThrow('more than 1 hours')
  expect(maxHours).toBe(12)
})

test('bad input: what no browser plays as audio is rejected, whatever it is called', async () => {
  for (const file of [html, m4aOf('drms')]) {
    const url = await uploadFile(site.asOwner, file, 'audio/mpeg')
    expect((await register(site.asOwner, 'audio', url)).status).toBe(415)
  }
})
