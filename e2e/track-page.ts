import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Track } from '#contract/tracks.ts'
import { signedInUser, type TrackOverrides, uploadTrack } from './data.ts'

/** Page helpers for the track page. */

/** Uploads a track as a new artist. */
export async function trackOf(
  artist: APIRequestContext,
  overrides: TrackOverrides = {},
): Promise<Track> {
  await signedInUser(artist, { displayName: 'Low Tide Choir' })
  return uploadTrack(artist, overrides)
}

export async function openTrack(page: Page, track: Pick<Track, 'slug' | 'title'>): Promise<void> {
  await page.goto(`/track/${track.slug}`)
  // Wait for the client-side render.
  await expect(page.locator('#root > main')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(track.title)
}

export function waveform(page: Page) {
  return page.getByRole('main').getByRole('slider', { name: /^Seek in/ })
}

/** Returns the position of the waveform slider in seconds. */
export async function position(page: Page): Promise<number> {
  return Number(await waveform(page).getAttribute('aria-valuenow'))
}

export function playButton(page: Page, verb: 'Play' | 'Pause', title: string) {
  return page.getByRole('main').getByRole('button', { name: `${verb} ${title}`, exact: true })
}

export function toast(page: Page) {
  return page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
}

/** Records every following request whose method is not GET. */
export function recordWrites(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${request.url()}`)
  })
  return calls
}
