import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectLargeTargets } from './accessible.ts'
import { downloadFile, textAfterBom } from './admin-page.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { test } from './test.ts'

/** Opens the statistics of a track that was played on the site twice, on a blog, and in an app for podcasts. */
async function openStats(page: Page, browser: Browser) {
  await signedInUser(page.request, { displayName: 'Maren Voss' })
  const { id, slug } = await uploadTrack(page.request, { title: 'Salt', seconds: 30 })
  for (const data of [{}, {}, { embedded: true, referrer: 'blog.example' }]) {
    const visitor = await browser.newContext()
    const played = await visitor.request.post(`/api/tracks/${id}/play`, { data })
    expect(await played.json()).toMatchObject({ counted: true })
    await visitor.close()
  }
  const app = await browser.newContext({ userAgent: 'AntennaPod/3.4' })
  expect((await app.request.get(`/api/tracks/${id}/audio?source=feed`)).ok()).toBe(true)
  const data = { listenId: crypto.randomUUID(), position: 0 }
  await app.request.post(`/api/tracks/${id}/retention`, { data })
  await app.close()
  // The play of the app is counted after the response.
  const counted = async () =>
    (await (await page.request.get(`/api/tracks/${id}/stats`)).json()).totals.plays
  await expect.poll(counted).toBe(4)
  await page.goto(`/track/${slug}/stats`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statistics')
}

test('statistics page: plays are there by day, by source and in a file, and tables fit a phone', async ({
  page,
  browser,
}) => {
  await openStats(page, browser)
  const row = (name: string) => page.getByRole('row', { name, exact: true })
  for (const name of ['This site 2', 'Embedded players 1', 'Feeds 1', 'Apps 0', 'blog.example 1'])
    await expect(row(name)).toBeVisible()

  await expect(page.getByRole('region', { name: 'Plays per day' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show table: Plays per day' }).click()
  const table = page.getByRole('region', { name: 'Plays per day' })
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('row').last().getByRole('cell')).toHaveText(['4', '4'])
  await page.getByRole('button', { name: 'Hide table: Plays per day' }).click()
  await expect(table).toHaveCount(0)

  const { name, bytes } = await downloadFile(page, 'Export CSV')
  expect(name).toMatch(/^statistics-.*\.csv$/)
  const lines = textAfterBom(bytes).split('\r\n')
  expect(lines[0]).toBe('Day,Plays,Listeners,Likes,Downloads')
  expect(lines).toEqual(expect.arrayContaining(['site,2', 'embed,1', 'feed,1', 'blog.example,1']))

  for (const what of ['Plays per day', 'Listeners still there'])
    await page.getByRole('button', { name: `Show table: ${what}` }).click()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectLargeTargets(page)
})
