import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Track } from '#contract/tracks.ts'
import { signedInPerson, uploadTrack } from './data.ts'
import { makePlaylist } from './playlist-data.ts'

/** The player as the end-to-end tests see it, and the audio element that nobody sees. */

export function bar(page: Page) {
  return page.getByRole('region', { name: 'Player' })
}

export function inBar(page: Page, name: string) {
  return bar(page).getByRole('button', { name, exact: true })
}

/** What a screen reader is told about the player. */
export function news(page: Page) {
  return page.locator('div[role="status"]')
}

/** Of the audio element, once `listenIn` was called. */
export function sound<Value>(page: Page, read: string): Promise<Value> {
  return page.evaluate(`window.sounds[0].${read}`)
}

/** 0 as long as there is none. */
export const seconds = (page: Page) => page.evaluate<number>('window.sounds[0]?.currentTime ?? 0')

/** Three tracks of another user's playlist, the first two of them short. */
export async function playlistOf(artist: APIRequestContext, lengths = [4, 4, 60]) {
  await signedInPerson(artist, { displayName: 'Low Tide Choir' })
  const names = ['Northbound', 'Nocturne', 'Winter Coat']
  const tracks: Track[] = []
  for (const [i, length] of lengths.entries())
    tracks.push(await uploadTrack(artist, { title: names[i] ?? '', seconds: length }))
  return { tracks, playlist: await makePlaylist(artist, { tracks }) }
}

export async function playAll(page: Page, playlist: { slug: string }): Promise<void> {
  await page.goto(`/playlist/${playlist.slug}`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Play all' }).click()
  await expect(inBar(page, 'Pause')).toBeVisible()
}
