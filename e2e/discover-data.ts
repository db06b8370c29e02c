import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import type { Discovery } from '#contract/discover.ts'
import type { Track } from '#contract/tracks.ts'
import { signedInUser, uploadTrack } from './data.ts'

/** Uploads tracks with these titles as a new artist. */
export async function tracksOf(
  artist: APIRequestContext,
  titles: readonly string[],
): Promise<Track[]> {
  await signedInUser(artist, { displayName: 'Low Tide Choir' })
  return Promise.all(titles.map((title) => uploadTrack(artist, { title, seconds: 20 })))
}

/**
 * Mocks the response of the discover page: other tests upload to the same server, so its content is
 * unpredictable. The tracks are real, and all other requests go to the server.
 */
export async function showOnly(page: Page, sections: Partial<Discovery>): Promise<void> {
  const json: Discovery = {
    curated: [],
    recent: [],
    trending: [],
    genres: [],
    releases: [],
    ...sections,
  }
  await page.route('**/api/discover', (route) => route.fulfill({ json }))
}

export async function openHome(page: Page): Promise<void> {
  await page.goto('/discover')
  await expect(page.locator('#root > main')).toBeVisible()
}

export const section = (page: Page, title: string) =>
  page.getByRole('main').getByRole('region', { name: title, exact: true })

export const cards = (page: Page, title: string) => section(page, title).getByRole('listitem')

export const cardTitles = (page: Page, title: string) =>
  cards(page, title).locator('article a[title]').allTextContents()

/** Counts the fully visible cards of a section. */
export async function countVisibleCards(page: Page, title: string): Promise<number> {
  const viewport = page.viewportSize()?.width ?? 0
  return cards(page, title).evaluateAll((elements, end) => {
    const boxes = elements.map((element) => element.getBoundingClientRect())
    return boxes.filter(({ x, right, width }) => width > 0 && x >= 0 && right <= end).length
  }, viewport)
}

/** Returns the title of the card at the left edge of the row. */
export async function firstVisibleTitle(page: Page, title: string): Promise<string | undefined> {
  const heading = await section(page, title).getByRole('heading').boundingBox()
  expect(heading).not.toBeNull()
  return cards(page, title).evaluateAll((elements, left) => {
    const first = elements.find(
      (element) => Math.abs(element.getBoundingClientRect().x - left) < 20,
    )
    return first?.querySelector('article a[title]')?.textContent ?? undefined
  }, heading?.x ?? 0)
}

/** Presses the Tab key until the element has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  const press = async () => {
    await target.page().keyboard.press('Tab')
    return target.evaluate((element) => element.matches(':focus'))
  }
  await expect.poll(press, { intervals: [0] }).toBe(true)
}
