import type { Browser as Chromium } from '@playwright/test'
import type { Track } from '#contract/tracks.ts'
import { createAccount, randomAccount } from '#server/testing/accounts.ts'
import { wavOfSize } from '#server/testing/sample-files.ts'
import {
  clickToSound,
  countBytes,
  newVisit,
  openAndWaitForIdle,
  openBrowser,
  throttleNetwork,
  type Visit,
} from './browser/open-browser.ts'
import { createPlaylist, createTrack, mp3OfSize } from './browser/sounds.ts'
import { atMost, type Bench, notMeasured, type Row } from './runner/bench.ts'
import { medianOf, type Rounds, ratioOf, runRounds, type Variant } from './runner/rounds.ts'
import { startSoundpost } from './servers/soundpost.ts'

type Sound = { name: string; track: Track; bytes: number; playlist: { slug: string } }
/** Milliseconds from the click to the first sound; how often each byte of the file was transferred. */
type Heard = { ms: number; times?: number }

const coldGoal = 350
const keptGoal = 60

const bare = ({ name }: Sound) => `${name}, a bare audio element`
const cold = ({ name }: Sound) => `${name}, a click on the track's page`
const kept = ({ name }: Sound) => `${name}, the next one of a queue, prefetched`

export const bench: Bench = {
  description: `Milliseconds from a click to the first sound on a connection of 10 Mbit/s and 40 ms, in a browser with an empty
cache, compared with a bare audio element on an empty page. The connection is throttled once the page has loaded; a
prefetched track is loaded before that. *Fetched* is how often each byte of a file was transferred, from the first to the last.`,
  tools: ['chromium'],
  async run({ rounds, scratch, tools }) {
    if (!tools.chromium) return [notMeasured('click to first sound', 'chromium')]
    const site = await startSoundpost({ dataDir: `${scratch}/site` })
    const browser = await openBrowser(tools.chromium)
    try {
      const sounds = await makeSounds(site.url)
      const variants = sounds.flatMap((sound) => waysOf(browser, site.url, sound))
      return toRows(sounds, await runRounds(rounds, variants))
    } finally {
      await browser.close()
      await site.close()
    }
  },
}

async function makeSounds(site: string): Promise<Sound[]> {
  const artist = await createAccount(site, randomAccount())
  const first = await createTrack(artist, 'First', await mp3OfSize(900_000))
  const files = [
    { name: '3 MB mp3', file: await mp3OfSize(3_000_000) },
    { name: '10 MB mp3', file: await mp3OfSize(10_000_000) },
    { name: '100 MB wav', file: wavOfSize(100_000_000) },
  ]
  const sounds: Sound[] = []
  for (const { name, file } of files) {
    const track = await createTrack(artist, name, file)
    const playlist = await createPlaylist(artist, name, [first, track])
    sounds.push({ name, track, bytes: file.length, playlist })
  }
  return sounds
}

function waysOf(browser: Chromium, site: string, sound: Sound): Variant<Heard>[] {
  const variant = (name: string, listen: (visit: Visit) => Promise<Heard>) => ({
    name,
    run: async () => {
      const visit = await newVisit(browser, site)
      try {
        return await listen(visit)
      } finally {
        await visit.close()
      }
    },
  })
  return [
    variant(bare(sound), (visit) => hearBare(visit, sound)),
    variant(cold(sound), (visit) => hearCold(visit, sound)),
    variant(kept(sound), (visit) => hearKept(visit, sound)),
  ]
}

async function hearBare(visit: Visit, { track }: Sound): Promise<Heard> {
  await visit.page.goto('/healthz')
  await throttleNetwork(visit)
  const ms = await visit.page.evaluate<number>(`new Promise((heard) => {
    const begun = performance.now()
    const sound = new Audio('/api/tracks/${track.id}/audio')
    sound.addEventListener('playing', () => heard(performance.now() - begun))
    sound.play()
  })`)
  return { ms }
}

async function hearCold(visit: Visit, { track }: Sound): Promise<Heard> {
  const { page } = visit
  await openAndWaitForIdle(visit, `/track/${track.slug}`)
  await throttleNetwork(visit)
  const button = page.getByRole('main').getByRole('button', { name: `Play ${track.title}` })
  return { ms: await clickToSound(visit, button.first()) }
}

/** A prefetched track gets a blob URL, and only then is it cached. */
const tellOfAddresses = `
  const make = URL.createObjectURL
  window.kept = new Promise((kept, fail) => {
    setTimeout(fail, 120_000, new Error('not kept'))
    URL.createObjectURL = (blob) => {
      kept()
      return make.call(URL, blob)
    }
  })`

async function hearKept(visit: Visit, { track, bytes, playlist }: Sound): Promise<Heard> {
  const { page } = visit
  const wire = countBytes(visit, (address) => address.includes(`${track.id}/audio`))
  await page.addInitScript(tellOfAddresses)
  await openAndWaitForIdle(visit, `/playlist/${playlist.slug}`)
  await page.getByRole('button', { name: 'Play all' }).click()
  // Idle, as when a track was prefetched a while ago.
  await page.evaluate('window.kept.then(() => new Promise((idle) => requestIdleCallback(idle)))')
  await throttleNetwork(visit)
  const ms = await clickToSound(visit, page.getByRole('button', { name: 'Next', exact: true }))
  return { ms, times: wire.all() / bytes }
}

function toRows(sounds: readonly Sound[], found: Rounds<Heard>): Row[] {
  const ms = (heard: Heard) => heard.ms
  return sounds.flatMap((sound): Row[] => {
    const row = (work: string, most?: number): Row => {
      const figure = medianOf(found, work, ms)
      return {
        work,
        figure: `${Math.round(figure)} ms`,
        ratio: ratioOf(found, work, bare(sound), ms),
        ...(most && { goal: atMost(most, figure, ' ms') }),
      }
    }
    const times = medianOf(found, kept(sound), (heard) => heard.times ?? Number.NaN)
    return [
      row(bare(sound)),
      row(cold(sound), coldGoal),
      row(kept(sound), keptGoal),
      {
        work: `${sound.name}, fetched`,
        figure: `${times.toFixed(2)} times`,
        goal: { text: 'once', met: times < 1.01 },
      },
    ]
  })
}
