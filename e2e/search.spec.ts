import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import {
  activeCell,
  createArtistNamed,
  resultRows,
  searchBox,
  searchPanel,
  uniqueWord,
} from './search-data.ts'
import { test } from './test.ts'

/** Searches for one of the tracks named with the word and asserts that the panel is accessible. */
async function expectAccessiblePanel(page: Page, word: string): Promise<void> {
  await searchBox(page).fill(`${word} o`)
  await expect(resultRows(page, 'Tracks')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expectAccessibleInBothThemes(page)
}

test('search: typing shows results in a panel, where they are played and opened', async ({
  page,
  request,
}) => {
  const word = uniqueWord()
  const { artist, tracks } = await createArtistNamed(word, request)
  await test.step('typing shows results', async () => {
    await page.goto('/discover')
    await expect(page.locator('#root > main')).toBeVisible()
    await expect(searchBox(page)).toHaveAttribute(
      'placeholder',
      'Search for artists, tracks, podcasts',
    )
    await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('/')
    await expect(searchBox(page)).toBeFocused()
    await page.keyboard.type(word.toUpperCase())
    await expect(resultRows(page, 'Tracks')).toHaveCount(3)
    await expect(resultRows(page, 'Artists')).toHaveCount(1)
    await expect(resultRows(page, 'Playlists')).toHaveCount(3)
    await expect(resultRows(page, 'Tracks').first()).toContainText(`${word} Choir`)
    await expect(resultRows(page, 'Tracks').first().locator('img')).toBeVisible()
    await expect(resultRows(page, 'Artists').first()).toContainText(`@${artist.username}`)
    await expect(resultRows(page, 'Playlists').first()).toContainText(`1 track by ${word} Choir`)
    await expect(page.getByRole('search').getByRole('status')).toHaveText(
      '3 tracks, 1 artist, 3 playlists',
    )
    await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'true')
  })

  const shown = await resultRows(page, 'Tracks').locator('strong').allTextContents()
  await test.step('the arrow keys move through them', async () => {
    await page.keyboard.press('ArrowDown')
    expect(await activeCell(page)).toBe(`${word} Choir`)
    await page.keyboard.press('ArrowDown')
    expect(await activeCell(page)).toBe(shown[0])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    expect(await activeCell(page)).toBe(`Play ${shown[1]}`)
    for (let row = 0; row < 3; row++) await page.keyboard.press('ArrowUp')
    expect(await activeCell(page)).toBeUndefined()
    await page.keyboard.press('ArrowUp')
    expect(await activeCell(page)).toContain('See all results')
    await page.keyboard.press('ArrowUp')
    expect(await activeCell(page)).toBe(
      await resultRows(page, 'Playlists').last().locator('strong').textContent(),
    )
    await expect(searchBox(page)).toBeFocused()
  })

  await test.step('play from the panel, which stays open', async () => {
    const first = resultRows(page, 'Tracks').first()
    await first.getByRole('button', { name: /^Play/ }).click()
    const progress = page.getByRole('slider', { name: 'Progress' })
    await expect
      .poll(async () => Number(await progress.getAttribute('aria-valuenow')))
      .toBeGreaterThan(0)
    await expect(searchPanel(page)).toBeVisible()
    await expect(searchBox(page)).toBeFocused()
    // From the last playlist to the second track.
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    expect(await activeCell(page)).toBe(`Play ${shown[1]}`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Player' })).toContainText(shown[1] ?? 'no title')
    await expect(first.getByRole('button', { name: /^Play/ })).toBeVisible()
  })

  await test.step('close the panel', async () => {
    await page.keyboard.press('Escape')
    await expect(searchPanel(page)).toBeHidden()
    await expect(searchBox(page)).toHaveValue(word.toUpperCase())
    await page.keyboard.press('ArrowDown')
    await expect(searchPanel(page)).toBeVisible()
    await page.getByRole('heading', { level: 2 }).first().click()
    await expect(searchPanel(page)).toBeHidden()
    await searchBox(page).click()
    await expect(searchPanel(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(searchPanel(page)).toBeHidden()
  })

  await test.step('open a result', async () => {
    await searchBox(page).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const opened = tracks.find(({ title }) => title === shown[0])
    await expect(page).toHaveURL(`/track/${opened?.slug}`)
    await expect(searchPanel(page)).toBeHidden()
    await expect(searchBox(page)).toHaveValue('')
  })
})

test('search: Enter opens a page with all results, which back and forward preserve', async ({
  page,
  request,
}) => {
  const word = uniqueWord()
  const { artist, tracks } = await createArtistNamed(word, request)
  await page.goto('/search')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const sections = page.getByRole('main').getByRole('heading', { level: 2 })
  await test.step('an artist whose name is typed comes first', async () => {
    await searchBox(page).fill(`${word} CHOIR`)
    const groups = searchPanel(page).getByRole('rowgroup')
    await expect(groups.first()).toHaveAccessibleName('Artists')
    await expect(resultRows(page, 'Tracks').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\?q=/)
    await expect(sections.first()).toHaveText('Artists')
    await expect(page.getByRole('main').getByRole('link').first()).toHaveAttribute(
      'href',
      `/profile/${artist.id}`,
    )
  })

  const part = (name: string) => page.getByRole('main').getByRole('region', { name })
  await test.step('the page lists all results', async () => {
    await searchBox(page).fill(` ${word} `)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/search?q=${word}`)
    await expect(page).toHaveTitle(`${word} · Search · Soundpost`)
    await expect(searchPanel(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results for “${word}”`)
    await expect(sections).toHaveText(['Artists', 'Tracks', 'Playlists'])
    await expect(part('Tracks').getByRole('listitem')).toHaveCount(4)
    await expect(part('Artists').getByRole('listitem')).toHaveCount(1)
    await expect(part('Playlists').getByRole('listitem')).toHaveCount(3)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      '4 tracks, 1 artist, 3 playlists',
    )
    await expectAccessibleInBothThemes(page)
    await expectAccessiblePanel(page, word)
  })

  await test.step('back and forward preserve the query', async () => {
    const title = tracks[0]?.title ?? ''
    const query = title.toLowerCase()
    await searchBox(page).fill(query)
    await page.keyboard.press('Enter')
    await expect(part('Tracks').getByRole('listitem')).toHaveCount(1)
    await expect(searchBox(page)).toHaveValue(query)
    await page.goBack()
    await expect(searchBox(page)).toHaveValue(word)
    await expect(part('Tracks').getByRole('listitem')).toHaveCount(4)
    await page.goForward()
    await expect(searchBox(page)).toHaveValue(query)
    await part('Tracks')
      .getByRole('button', { name: `Play ${title}` })
      .click()
    await expect(part('Tracks').getByRole('button', { name: `Pause ${title}` })).toBeVisible()
    await part('Tracks')
      .getByRole('button', { name: `Like ${title}` })
      .click()
    await expect(page.getByText('You need to sign in to like tracks.').first()).toBeVisible()
  })

  await test.step('nothing is found', async () => {
    await searchBox(page).fill(`${word}none`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('No results')
    await expectAccessibleInBothThemes(page)
  })
})

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('search: on a phone the toggle opens the search box, and results fill the width', async ({
    page,
    request,
  }) => {
    const word = uniqueWord()
    const { artist } = await createArtistNamed(word, request)
    await page.goto('/discover')
    const toggle = page.getByRole('banner').getByRole('button', { name: 'Search' })
    await toggle.tap()
    await expect(searchBox(page)).toHaveAttribute('placeholder', 'Search for artists, tracks...')
    await expect(searchBox(page)).toBeFocused()
    await page.keyboard.type(word)
    await expect(resultRows(page, 'Tracks')).toHaveCount(3)
    expect((await searchPanel(page).boundingBox())?.width).toBeGreaterThan(320)
    await page.keyboard.press('Escape')
    await expect(searchPanel(page)).toBeHidden()
    await expect(searchBox(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(searchBox(page)).toBeHidden()
    await expect(toggle).toBeFocused()

    await toggle.tap()
    await searchBox(page).fill(word)
    await resultRows(page, 'Artists').first().getByRole('link').tap()
    await expect(page).toHaveURL(`/profile/${artist.id}`)
    await expect(searchBox(page)).toBeHidden()

    await toggle.tap()
    await searchBox(page).fill(word)
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL(`/search?q=${word}`)
    await expect(searchBox(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Playlists' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await toggle.tap()
    await expect(searchBox(page)).toHaveValue(word)
    await expectAccessiblePanel(page, word)
    await searchBox(page).fill(`${word}none`)
    await searchBox(page).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('No results')
    await expectAccessibleInBothThemes(page)
  })
})
