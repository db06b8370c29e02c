import { randomInt } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { fixture } from '#server/testing/sample-files.ts'
import { signedInPerson, uploadTrack } from './data.ts'
import { makePlaylist } from './playlist-data.ts'

/** A word that nothing else on the shared server is called by. */
export function newWord(): string {
  return Array.from({ length: 9 }, () => 'bcdfghjklmnpqrstvwxz'[randomInt(20)]).join('')
}

/** Somebody whose name, tracks and playlists are all found by the word. */
export async function thingsCalled(word: string, request: APIRequestContext) {
  const artist = await signedInPerson(request, { displayName: `${word} Choir` })
  const tracks = await Promise.all(
    ['One', 'Two', 'Three', 'Four'].map((title) =>
      uploadTrack(request, { title: `${word} ${title}`, audio: fixture('tone.mp3') }),
    ),
  )
  const playlists = await Promise.all(
    ['Morning', 'Noon', 'Night'].map((title) =>
      makePlaylist(request, { title: `${word} ${title}`, tracks: tracks.slice(0, 1) }),
    ),
  )
  return { artist, tracks, playlists }
}

export const box = (page: Page) => page.getByRole('combobox', { name: 'Search' })
export const panel = (page: Page) => page.getByRole('grid', { name: 'Search results' })

/** The lines of one part of the panel. */
export const lines = (page: Page, part: 'Tracks' | 'Artists' | 'Playlists') =>
  panel(page).getByRole('rowgroup', { name: part }).getByRole('row')

/** The cell that the keyboard has reached, as a screen reader learns it. */
export async function activeCell(page: Page): Promise<string | undefined> {
  const id = await box(page).getAttribute('aria-activedescendant')
  if (!id) return undefined
  const cell = page.locator(`[id="${id}"]`)
  await expect(cell).toHaveAttribute('aria-selected', 'true')
  const button = cell.getByRole('button')
  if ((await button.count()) > 0) return (await button.getAttribute('aria-label')) ?? undefined
  return (await cell.locator('strong').textContent()) ?? undefined
}
