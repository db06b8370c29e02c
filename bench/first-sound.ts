import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Browser as Chromium } from '@playwright/test'
import type { Track } from '#contract/tracks.ts'
import { createAccount, randomAccount } from '#server/testing/accounts.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import { serviceWorkerReady } from '../e2e/installed-app.ts'
import { evaluateAudio } from '../e2e/player-bar.ts'
import { createPlaylist, createTrack, mp3OfSize } from './browser/create-content.ts'
import {
  clickToSound,
  countBytes,
  newVisit,
  openAndWaitForIdle,
  openBrowser,
  throttleNetwork,
  type Visit,
} from './browser/open-browser.ts'
import { atMost, type Bench, notMeasured, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, ratioOf, runRounds, type Variant } from './runner/rounds.ts'
import { startSoundpost } from './servers/soundpost.ts'

type AudioFile = {
  name: string
  track: Track
  bytes: number
  /** The size of the format that is played. */
  streamedBytes: number
  playlist: { slug: string }
  /** The longest time from the click to the first sound, in milliseconds. */
  goal: number
}
/** Milliseconds from the click to the first sound; how often each byte of the file was transferred. */
type Playback = { ms: number; times?: number }

const coldGoal = 350
const renditionGoal = 150
const prefetchedGoal = 60
const wavBytes = 100_000_000
/** The share of the bytes of a WAV that listening to all of it may transfer. */
const listenGoal = 1 / 8

const baseline = ({ name }: AudioFile) => `${name}, a bare audio element`
const cold = ({ name }: AudioFile) => `${name}, a click`
const controlled = ({ name }: AudioFile) => `${name}, with the service worker active`
const prefetched = ({ name }: AudioFile) => `${name}, the next of a queue, prefetched`

export const bench: Bench = {
  description: `Milliseconds from a click on the track's page to the first sound on a connection of 10 Mbit/s and 40 ms, in a browser with an
empty cache, compared with a bare audio element on an empty page. The connection is throttled once the page has loaded, and
after a prefetch. *Fetched* is how often each byte was transferred. Of the WAV with renditions a bare element plays the original.
*A whole listen* is what is transferred from the first to the last second, headers included.`,
  tools: ['chromium'],
  async run({ rounds, scratch, tools }) {
    if (!tools.chromium) return [notMeasured('click to first sound', 'chromium')]
    const dataDir = `${scratch}/data`
    const server = await startSoundpost({ dataDir })
    const browser = await openBrowser(tools.chromium)
    try {
      const files = await makeFiles(server.url, dataDir)
      const variants = files.flatMap((file) => variantsFor(browser, server.url, file))
      const rows = toRows(files, await runRounds(rounds, variants))
      for (const file of files.filter(({ bytes }) => bytes === wavBytes))
        rows.push(await listen(browser, server.url, file))
      return rows
    } finally {
      await browser.close()
      await server.close()
    }
  },
}

async function makeFiles(baseUrl: string, dataDir: string): Promise<AudioFile[]> {
  const artist = await createAccount(baseUrl, randomAccount())
  const first = await createTrack(artist, 'First', await mp3OfSize(900_000))
  const sources = [
    { name: '3 MB mp3', file: await mp3OfSize(3_000_000) },
    { name: '10 MB mp3', file: await mp3OfSize(10_000_000) },
    { name: '100 MB wav', file: stereoWav() },
    { name: '100 MB wav with renditions', file: stereoWav(), goal: renditionGoal },
  ]
  const files: AudioFile[] = []
  for (const { name, file, goal } of sources) {
    const track = await createTrack(artist, name, file)
    if (goal) await makeRenditions(track, dataDir)
    const playlist = await createPlaylist(artist, name, [first, track])
    const { body } = await artist.call<Track>('GET', `/api/tracks/slug/${track.slug}`)
    const aac = body.formats.find(({ format }) => format === 'aac')
    files.push({
      name,
      track,
      bytes: file.length,
      streamedBytes: aac?.bytes ?? file.length,
      playlist,
      goal: goal ?? coldGoal,
    })
  }
  return files
}

/** Ten seconds of tones and noise, repeated, because silence would be too easy to encode. */
function stereoWav(): Buffer {
  const wav = wavOfSize(wavBytes)
  wav.writeUInt16LE(2, 22)
  wav.writeUInt32LE(4 * 44_100, 28)
  wav.writeUInt16LE(4, 32)
  const pattern = Buffer.alloc(4 * 441_000)
  for (let i = 0; i < 441_000; i++)
    for (const channel of [0, 1]) {
      const tone = Math.sin(i / (20 + 3 * channel)) * Math.sin(i / 30_000)
      pattern.writeInt16LE(Math.round(9000 * tone + 3000 * Math.random()), 4 * i + 2 * channel)
    }
  for (let at = 44; at < wav.length; at += pattern.length) pattern.copy(wav, at)
  return wav
}

/** With the command, because the server of this benchmark makes no renditions. */
async function makeRenditions({ slug }: Track, dataDir: string): Promise<void> {
  const cli = path.join(import.meta.dirname, '../server/cli/main.ts')
  const env = { ...process.env, DATA_DIR: dataDir, RENDITIONS: 'on' }
  await promisify(execFile)(process.execPath, [cli, 'process', slug], { env })
}

function variantsFor(browser: Chromium, baseUrl: string, file: AudioFile): Variant<Playback>[] {
  const variant = (name: string, listen: (visit: Visit) => Promise<Playback>) => ({
    name,
    run: async () => {
      const visit = await newVisit(browser, baseUrl)
      try {
        return await listen(visit)
      } finally {
        await visit.close()
      }
    },
  })
  return [
    variant(baseline(file), (visit) => playBaseline(visit, file)),
    variant(cold(file), (visit) => playCold(visit, file)),
    variant(controlled(file), (visit) => playControlled(visit, file)),
    variant(prefetched(file), (visit) => playPrefetched(visit, file)),
  ]
}

async function playBaseline(visit: Visit, { track }: AudioFile): Promise<Playback> {
  await visit.page.goto('/healthz')
  await throttleNetwork(visit)
  const ms = await visit.page.evaluate(
    (id) =>
      new Promise<number>((resolve) => {
        const start = performance.now()
        const audio = new Audio(`/api/tracks/${id}/audio`)
        audio.addEventListener('playing', () => resolve(performance.now() - start))
        void audio.play()
      }),
    track.id,
  )
  return { ms }
}

/** The second visit, through the service worker that the first one has installed. */
async function playControlled(visit: Visit, file: AudioFile): Promise<Playback> {
  await openAndWaitForIdle(visit, '/discover')
  await serviceWorkerReady(visit.page)
  return playCold(visit, file)
}

async function playCold(visit: Visit, { track }: AudioFile): Promise<Playback> {
  const { page } = visit
  await openAndWaitForIdle(visit, `/track/${track.slug}`)
  await throttleNetwork(visit)
  const button = page.getByRole('main').getByRole('button', { name: `Play ${track.title}` })
  return { ms: await clickToSound(visit, button.first()) }
}

/** A prefetched track gets a blob URL, and only then is it cached. */
function observePrefetch() {
  const make = URL.createObjectURL
  window.prefetched = new Promise((resolve, fail) => {
    setTimeout(fail, 120_000, new Error('not prefetched'))
    URL.createObjectURL = (blob) => {
      resolve()
      return make.call(URL, blob)
    }
  })
}

async function playPrefetched(
  visit: Visit,
  { track, streamedBytes, playlist }: AudioFile,
): Promise<Playback> {
  const { page } = visit
  const transferred = countBytes(visit, (url) => url.includes(`${track.id}/audio`))
  await page.addInitScript(observePrefetch)
  await openAndWaitForIdle(visit, `/playlist/${playlist.slug}`)
  await page.getByRole('button', { name: 'Play all' }).click()
  // Idle, as when a track was prefetched a while ago.
  await page.evaluate(async () => {
    await window.prefetched
    await new Promise((idle) => requestIdleCallback(idle))
  })
  await throttleNetwork(visit)
  const ms = await clickToSound(visit, page.getByRole('button', { name: 'Next', exact: true }))
  return { ms, times: transferred.all() / streamedBytes }
}

/** Played fast: what the player requests depends on the position alone. */
async function listen(browser: Chromium, baseUrl: string, file: AudioFile): Promise<Row> {
  const { name, track, bytes, streamedBytes } = file
  const visit = await newVisit(browser, baseUrl)
  const { page } = visit
  try {
    const transferred = countBytes(visit, (url) => url.includes(`${track.id}/audio`))
    await openAndWaitForIdle(visit, `/track/${track.slug}`)
    const button = page.getByRole('main').getByRole('button', { name: `Play ${track.title}` })
    await clickToSound(visit, button.first())
    await evaluateAudio(
      page,
      (audio) =>
        new Promise<void>((resolve) => {
          audio.addEventListener('ended', () => resolve())
          // The highest of Chromium.
          audio.playbackRate = 16
        }),
    )
    const share = transferred.all() / bytes
    const times = (transferred.all() / streamedBytes).toFixed(2)
    const goal = { text: '≤ 1/8', met: share <= listenGoal }
    return {
      label: `${name}, a whole listen`,
      figure: `${(transferred.all() / 1_000_000).toFixed(1)} MB, ${share.toFixed(3)} of the WAV, ${times} of the format played`,
      ...(name.includes('renditions') && { goal }),
    }
  } finally {
    await visit.close()
  }
}

function toRows(files: readonly AudioFile[], results: Rounds<Playback>): Row[] {
  const ms = (playback: Playback) => playback.ms
  return files.flatMap((file): Row[] => {
    const row = (label: string, maxMs?: number): Row => {
      const figure = medianOf(results, label, ms)
      return {
        label,
        figure: `${Math.round(figure)} ms`,
        ratio: ratioOf(results, label, baseline(file), ms),
        ...(maxMs && { goal: atMost(maxMs, figure, ' ms') }),
      }
    }
    const times = medianOf(results, prefetched(file), (playback) => playback.times ?? Number.NaN)
    return [
      row(baseline(file)),
      row(cold(file), file.goal),
      row(controlled(file), file.goal),
      row(prefetched(file), prefetchedGoal),
      {
        label: `${file.name}, fetched`,
        figure: `${times.toFixed(2)} times`,
        goal: { text: 'once', met: times < 1.01 },
      },
    ]
  })
}
