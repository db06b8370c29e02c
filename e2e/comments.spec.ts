import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes, expectLargeTargets } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { dedicatedServer } from './dedicated-server.ts'
import { test } from './test.ts'

const server = dedicatedServer(3, { COMMENTS: 'on' })
// In one worker, because each would start the server.
test.describe.configure({ mode: 'default' })
let stop: () => Promise<void>
test.beforeAll(async () => {
  stop = await server.start()
})
test.afterAll(() => stop())

const { register } = server

const script = '<img src=x onerror="document.title=1"><script>document.title=1</script>'

test('comments: a fan comments on a moment, the artist replies and pins, and markup stays text', async ({
  browser,
}) => {
  const artist = await register(browser, 'Maren Voss and the Harbor Chamber Ensemble')
  const { slug } = await uploadTrack(artist.request, {
    title: 'Salt',
    seconds: 30,
    isUploaded: true,
  })
  const fan = await register(browser, 'Ines Calder')
  await fan.goto(`/track/${slug}`)
  const section = fan.locator('#comments')
  await expect(section).toContainText('No comments yet')
  await fan.getByRole('slider', { name: 'Seek in Salt' }).click()
  await section.getByLabel('Comment', { exact: true }).fill(`Here! ${script}`)
  await expect(section.getByLabel(/^At 0:1\d$/)).toBeChecked()
  await section.getByRole('button', { name: 'Post comment' }).click()
  const comment = section.getByRole('article', { name: 'Comment by Ines Calder' })
  await expect(comment).toContainText(script)
  await expect(comment.getByRole('link', { name: /^Play from/ })).toBeVisible()

  await artist.goto('/notifications')
  await expect(artist.getByRole('main')).toContainText('Ines Calder commented on Salt')
  await artist.getByRole('main').getByRole('link', { name: 'Salt' }).click()
  const shown = artist.getByRole('article', { name: 'Comment by Ines Calder' })
  await expect(shown).toBeInViewport()
  await shown.getByRole('button', { name: 'Reply to Ines Calder' }).click()
  await artist.getByLabel('Reply to Ines Calder').fill('See https://example.org/cello')
  await artist.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(artist.getByRole('link', { name: 'https://example.org/cello' })).toBeVisible()
  await shown.getByRole('button', { name: /^More about/ }).click()
  await artist.getByRole('menuitem', { name: 'Pin' }).click()
  await expect(shown).toContainText('Pinned')
  await expectAccessibleInBothThemes(artist)
  await artist.setViewportSize({ width: 390, height: 844 })
  await expectLargeTargets(artist)
  const width = await artist.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(390)
  expect(await artist.title()).toContain('Salt')

  await artist.getByRole('button', { name: 'Close comments' }).click()
  await fan.reload()
  await expect(section).toContainText('The artist has closed the comments.')
  await expect(section.getByLabel('Comment', { exact: true })).toHaveCount(0)
  await Promise.all([artist.close(), fan.close()])
})

test('comments: while it plays, the comment of the moment appears once', async ({ browser }) => {
  const page = await register(browser, 'Ines Calder')
  const { id, slug } = await uploadTrack(page.request, { seconds: 30, isUploaded: true })
  const data = { text: 'The drop', position: 1 }
  await page.request.post(`/api/tracks/${id}/comments`, { data })
  await page.goto(`/track/${slug}`)
  const shown = page.getByTestId('comment-of-moment')
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  await expect(shown).toContainText('The drop')
  await expect(shown).toHaveCount(0)
  await page
    .getByRole('slider', { name: /^Seek in/ })
    .first()
    .focus()
  await page.keyboard.press('Home')
  await expect(page.getByRole('slider', { name: /^Seek in/ }).first()).toHaveAttribute(
    'aria-valuenow',
    '3',
  )
  await expect(shown).toHaveCount(0)
  await page.close()
})

test('comments: where they are off, the placeholder is there, and nothing of them is loaded', async ({
  page,
}) => {
  await signedInUser(page.request)
  const { slug } = await uploadTrack(page.request)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(`/track/${slug}`)
  await expect(page.getByPlaceholder('Coming soon')).toBeDisabled()
  await page.waitForLoadState('networkidle')
  const urls = requested.map((url) => new URL(url).pathname)
  expect(urls.filter((path) => /comment/.test(path) && !/placeholder/.test(path))).toEqual([])
})
