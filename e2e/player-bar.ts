import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Track } from '#contract/tracks.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { createPlaylist } from './playlist-data.ts'

/** Page helpers for the player bar and its audio element. */

export function bar(page: Page) {
  return page.getByRole('region', { name: 'Player' })
}

export function barButton(page: Page, name: string) {
  return bar(page).getByRole('button', { name, exact: true })
}

/** The live region of the player. */
export function liveRegion(page: Page) {
  return page.locator('div[role="status"].sr-only')
}

/** Runs this in the page with its audio element. Requires `captureAudio`. */
export async function evaluateAudio<Value>(page: Page, run: (audio: HTMLAudioElement) => Value) {
  const audio = await page.evaluateHandle(() => window.sounds[0] as HTMLAudioElement)
  return audio.evaluate(run)
}

/** Returns the playback position, or 0 without an audio element. */
export const playbackPosition = (page: Page) =>
  page.evaluate(() => window.sounds[0]?.currentTime ?? 0)

export const setPlaybackPosition = (page: Page, seconds: number) =>
  page.evaluate(
    (position) => Object.assign(window.sounds[0] ?? {}, { currentTime: position }),
    seconds,
  )

/** Creates a playlist as another user. By default it has three tracks, and the first two are short. */
export async function playlistOf(artist: APIRequestContext, lengths = [4, 4, 60]) {
  await signedInUser(artist, { displayName: 'Low Tide Choir' })
  const names = ['Northbound', 'Nocturne', 'Winter Coat']
  const tracks: Track[] = []
  for (const [i, length] of lengths.entries())
    tracks.push(await uploadTrack(artist, { title: names[i] ?? '', seconds: length }))
  return { tracks, playlist: await createPlaylist(artist, { tracks }) }
}

export async function playAll(page: Page, playlist: { slug: string }): Promise<void> {
  await page.goto(`/playlist/${playlist.slug}`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Play all' }).click()
  await expect(barButton(page, 'Pause')).toBeVisible()
}
