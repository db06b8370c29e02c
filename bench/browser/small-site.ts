import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Track } from '#contract/tracks.ts'
import { createAccount, randomAccount } from '#server/testing/accounts.ts'
import type { publicPages } from '../../scripts/first-load.ts'
import { createPlaylist, createTrack, mp3OfSize } from './create-content.ts'

const artwork = path.join(import.meta.dirname, '../../demo/artwork')
const trackCount = 24

export type MainPage = { name: keyof typeof publicPages; path: string }

/** Fills a site with two dozen tracks and the demo's artwork, and returns the paths of its main pages. */
export async function fillSmallSite(baseUrl: string): Promise<MainPage[]> {
  const artist = await createAccount(baseUrl, randomAccount())
  const audio = await mp3OfSize(300_000)
  const artworkFiles = globSync('*.webp', { cwd: artwork })
    .filter((name) => !/^(playlist|portrait)-/.test(name))
    .sort()
    .slice(0, trackCount)
  const tracks: Track[] = []
  for (const name of artworkFiles) {
    const title = path.basename(name, '.webp').replaceAll('-', ' ')
    tracks.push(await createTrack(artist, title, audio, readFileSync(path.join(artwork, name))))
  }
  const playlist = await createPlaylist(artist, 'Radiator on', tracks.slice(0, 12))
  const [track] = tracks
  return [
    { name: 'landing', path: '/' },
    { name: 'discover', path: '/discover' },
    { name: 'track', path: `/track/${track?.slug}` },
    { name: 'playlist', path: `/playlist/${playlist.slug}` },
    { name: 'profile', path: `/profile/${track?.userId}` },
    { name: 'search', path: '/search?q=night' },
    { name: 'section', path: '/discover/recent' },
    { name: 'genre', path: `/genre/${track?.genre ?? 'other'}` },
  ]
}
