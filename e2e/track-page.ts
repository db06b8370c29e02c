import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Track } from '#contract/tracks.ts'
import { signedInPerson, type TrackOverrides, uploadTrack } from './data.ts'

/** The track page as the end-to-end tests see it. */

/** A track of another user else than the person at the page. */
export async function trackOf(
  artist: APIRequestContext,
  overrides: TrackOverrides = {},
): Promise<Track> {
  await signedInPerson(artist, { displayName: 'Low Tide Choir' })
  return uploadTrack(artist, overrides)
}

export async function openTrack(page: Page, track: Pick<Track, 'slug' | 'title'>): Promise<void> {
  await page.goto(`/track/${track.slug}`)
  // The living page, not what the server drew.
  await expect(page.locator('#root > main')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(track.title)
}

export function waveform(page: Page) {
  return page.getByRole('main').getByRole('slider', { name: /^Seek in/ })
}

/** Where the waveform says that the sound is, in seconds. */
export async function position(page: Page): Promise<number> {
  return Number(await waveform(page).getAttribute('aria-valuenow'))
}

export function playButton(page: Page, verb: 'Play' | 'Pause', title: string) {
  return page.getByRole('main').getByRole('button', { name: `${verb} ${title}`, exact: true })
}

export function toast(page: Page) {
  return page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
}

/** Every call from now on that would change something. */
export function changesAskedBy(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${request.url()}`)
  })
  return calls
}
