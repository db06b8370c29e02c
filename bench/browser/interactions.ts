import type { Page } from '@playwright/test'
import type { Visit } from './open-browser.ts'
import { readInteraction } from './vitals.ts'

/** A user interaction, until its result is visible. */
export type Interaction = { name: string; act(page: Page): Promise<void> }

const player = (page: Page) => page.getByRole('region', { name: 'Player' })
/** The first carousel scrolls automatically; this one does not. */
const restingRow = (page: Page) => page.locator('[aria-roledescription=carousel]').nth(1)
const topBar = (page: Page) => page.getByRole('banner')

export const onDiscover: Interaction[] = [
  {
    name: 'open the theme switch',
    async act(page) {
      await topBar(page).getByRole('button', { name: 'Theme' }).click()
      await page.getByRole('radio', { name: 'Light' }).waitFor()
    },
  },
  {
    name: 'change the theme',
    async act(page) {
      await page.getByRole('radio', { name: 'Light' }).click()
      await page.locator('html[data-theme=light]').waitFor()
    },
  },
  {
    name: 'type in the search box',
    async act(page) {
      await topBar(page).getByRole('combobox').click()
      await page.keyboard.type('night', { delay: 120 })
      await page.getByRole('grid').waitFor()
    },
  },
  {
    name: 'close the results',
    async act(page) {
      await page.keyboard.press('Escape')
      await page.getByRole('grid').waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'like as a visitor',
    async act(page) {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Like / })
        .first()
        .click()
      await page.getByText('You need to sign in to like tracks.').first().waitFor()
    },
  },
  {
    name: 'play a card',
    async act(page) {
      const card = restingRow(page).getByRole('article').first()
      await card.hover()
      await card.getByRole('button', { name: /^Play / }).click()
      await player(page).waitFor()
    },
  },
  {
    name: 'move a row of cards',
    act: (page) => restingRow(page).getByRole('button', { name: 'Next tracks' }).click(),
  },
]

export const onTrack: Interaction[] = [
  {
    name: 'play a track',
    async act(page) {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Play / })
        .first()
        .click()
      await player(page).getByRole('button', { name: 'Pause' }).waitFor()
    },
  },
  {
    name: 'move in the waveform',
    act: (page) => page.getByRole('main').getByRole('slider').first().click(),
  },
  {
    name: 'open the expanded player',
    async act(page) {
      await player(page).getByRole('button', { name: 'Expand player' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'pause',
    async act(page) {
      await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).waitFor()
    },
  },
  {
    name: 'close the expanded player',
    async act(page) {
      await page.getByRole('button', { name: 'Collapse player' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'stop',
    async act(page) {
      await player(page).getByRole('button', { name: 'Close player' }).click()
      await player(page).waitFor({ state: 'hidden' })
    },
  },
]

/** The interactions on the landing page, on a phone. */
export const onLanding: Interaction[] = [
  {
    name: 'open the menu',
    async act(page) {
      await topBar(page).getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('navigation', { name: 'Menu' }).waitFor()
    },
  },
  {
    name: 'open the search',
    async act(page) {
      await topBar(page).getByRole('button', { name: 'Search' }).click()
      await topBar(page).getByRole('combobox').waitFor()
    },
  },
  {
    name: 'play from the landing page',
    async act(page) {
      await page.keyboard.press('Escape')
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Play / })
        .first()
        .click()
      await player(page).waitFor()
    },
  },
]

/** Milliseconds of each interaction, by name. */
export async function tryAll(
  { page }: Visit,
  interactions: readonly Interaction[],
): Promise<Record<string, number>> {
  const took: Record<string, number> = {}
  for (const { name, act } of interactions) {
    await readInteraction(page)
    await act(page)
    took[name] = await readInteraction(page)
  }
  return took
}
