import { randomInt } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { signedInUser, uploadTrack } from './data.ts'
import { createPlaylist } from './playlist-data.ts'

/** Generates a word that no other name on the shared server contains. */
export function uniqueWord(): string {
  return Array.from({ length: 9 }, () => 'bcdfghjklmnpqrstvwxz'[randomInt(20)]).join('')
}

/** Creates an artist, tracks and playlists whose names contain the word. */
export async function createArtistNamed(word: string, request: APIRequestContext) {
  const artist = await signedInUser(request, { displayName: `${word} Choir` })
  const tracks = await Promise.all(
    ['One', 'Two', 'Three', 'Four'].map((title) =>
      uploadTrack(request, { title: `${word} ${title}` }),
    ),
  )
  const playlists = await Promise.all(
    ['Morning', 'Noon', 'Night'].map((title) =>
      createPlaylist(request, { title: `${word} ${title}`, tracks: tracks.slice(0, 1) }),
    ),
  )
  return { artist, tracks, playlists }
}

export const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search' })
export const searchPanel = (page: Page) => page.getByRole('grid', { name: 'Search results' })

/** Locates the rows in one group of the panel. */
export const resultRows = (page: Page, group: 'Tracks' | 'Artists' | 'Playlists') =>
  searchPanel(page).getByRole('rowgroup', { name: group }).getByRole('row')

/** Returns the label of the active descendant, as exposed to screen readers. */
export async function activeCell(page: Page): Promise<string | undefined> {
  const id = await searchBox(page).getAttribute('aria-activedescendant')
  if (!id) return undefined
  const cell = page.locator(`[id="${id}"]`)
  await expect(cell).toHaveAttribute('aria-selected', 'true')
  const button = cell.getByRole('button')
  if ((await button.count()) > 0) return (await button.getAttribute('aria-label')) ?? undefined
  return (await cell.locator('strong').textContent()) ?? undefined
}
