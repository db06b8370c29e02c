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
  const json: Discovery = { curated: [], recent: [], trending: [], genres: [], ...sections }
  await page.route('**/api/discover', (route) => route.fulfill({ json }))
}

/** Waits for the client-side render: the server-side render ignores `showOnly`. */
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
  const width = page.viewportSize()?.width ?? 0
  const boxes = await Promise.all(
    (await cards(page, title).all()).map((card) => card.boundingBox()),
  )
  return boxes.filter((box) => box && box.x >= 0 && box.x + box.width <= width).length
}

/** Returns the title of the card at the left edge of the row. */
export async function firstVisibleTitle(page: Page, title: string): Promise<string | undefined> {
  const heading = await section(page, title).getByRole('heading').boundingBox()
  expect(heading).not.toBeNull()
  for (const card of await cards(page, title).all()) {
    const box = await card.boundingBox()
    if (box && Math.abs(box.x - (heading?.x ?? 0)) < 20)
      return (await card.locator('article a[title]').textContent()) ?? undefined
  }
  return undefined
}

/** Presses the Tab key until the element has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  const press = async () => {
    await target.page().keyboard.press('Tab')
    return target.evaluate((element) => element.matches(':focus'))
  }
  await expect.poll(press, { intervals: [0] }).toBe(true)
}
