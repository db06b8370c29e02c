import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectLargeTargets } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { createPlaylist } from './playlist-data.ts'
import { test } from './test.ts'

const phone = { width: 390, height: 844 }

/** Creates a link on the page of private links, and returns its path. */
async function createLink(page: Page, name: string, fill: () => Promise<unknown> = async () => {}) {
  await page.getByRole('button', { name: 'New link' }).click()
  await page.getByLabel('Name').fill(name)
  await fill()
  await page.getByRole('button', { name: 'Create link' }).click()
  const url = await page.getByLabel('Your new link').inputValue()
  return new URL(url).pathname
}

test('share links: the owner sends one, a visitor hears the track and leaves a note, and gets an answer', async ({
  page,
  browser,
}) => {
  await signedInUser(page.request, { displayName: 'Maren Voss' })
  const track = await uploadTrack(page.request, {
    title: 'Salt',
    seconds: 30,
    privacy: 'private',
    isUploaded: true,
  })
  await page.goto(`/track/${track.slug}`)
  await page.locator('main').getByRole('button', { name: 'Options for Salt' }).click()
  await page.getByRole('menuitem', { name: 'Share privately' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Private links')
  const path = await createLink(page, 'For the label', () => page.getByLabel(/^Listens/).fill('1'))
  const link = page.getByRole('listitem').filter({ hasText: 'For the label' })
  await expect(link).toContainText('0 of 1 listen · not used yet')

  const visitor = await (await browser.newContext()).newPage()
  const response = await visitor.goto(path)
  expect(response?.status()).toBe(200)
  expect(response?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
  })
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Salt')
  await visitor.getByRole('button', { name: 'Play Salt' }).click()
  await expect(visitor.getByRole('button', { name: 'Pause Salt' })).toBeVisible()
  await visitor.getByRole('slider', { name: 'Seek in Salt' }).press('End')
  await visitor.getByRole('slider', { name: 'Seek in Salt' }).click()
  await visitor.getByLabel('Your name').fill('Jo')
  await visitor.getByLabel(/^Note at 0:1\d$/).fill('The snare is late.')
  await visitor.getByRole('button', { name: /^Leave note at 0:1\d$/ }).click()
  await expect(visitor.getByRole('list', { name: 'Your notes' })).toContainText(
    'The snare is late.',
  )
  await expectAccessibleInBothThemes(visitor)
  await visitor.setViewportSize(phone)
  await expectLargeTargets(visitor)

  // The limit is used up, for everybody but the one who has begun.
  const other = await (await browser.newContext()).newPage()
  expect((await other.goto(path))?.status()).toBe(404)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('This link is no longer valid.')
  await expectAccessibleInBothThemes(other)
  expect((await visitor.reload())?.status()).toBe(200)

  await page.goto('/notifications')
  await page.getByRole('listitem').filter({ hasText: 'Jo left a note' }).getByRole('link').click()
  await expect(link).toContainText('1 of 1 listen')
  await link.getByRole('button', { name: 'Show 1 note' }).click()
  await expect(link.getByRole('button', { name: 'Answer Jo' })).toBeVisible()
  await expect(link.getByRole('button', { name: 'Hide notes' })).toBeFocused()
  await link.getByRole('button', { name: 'Answer Jo' }).click()
  await link.getByLabel('Answer to Jo').fill('Fixed in the next mix.')
  await link.getByRole('button', { name: 'Send answer' }).click()
  await expect(link).toContainText('You: Fixed in the next mix.')
  await link.getByLabel('Done').click()
  await expect(link.getByLabel('Done')).toBeChecked()
  const download = page.waitForEvent('download')
  await link.getByRole('button', { name: 'Export as text' }).click()
  expect((await download).suggestedFilename()).toBe('Notes For the label.txt')
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize(phone)
  await expectLargeTargets(page)
  await visitor.reload()
  await expect(visitor.getByText('Fixed in the next mix.')).toBeVisible()

  await link.getByRole('button', { name: 'Revoke For the label' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(link).toContainText('Revoked')
  expect((await visitor.reload())?.status()).toBe(404)
  await expect(visitor.getByText('This link is no longer valid.')).toBeVisible()
})

test('share links: the tracks of a private album play one after the other, and are no part of the queue', async ({
  page,
  browser,
}) => {
  await signedInUser(page.request)
  const tracks = [
    await uploadTrack(page.request, { title: 'First', seconds: 2, privacy: 'private' }),
    await uploadTrack(page.request, { title: 'Second', seconds: 30, privacy: 'private' }),
  ]
  const album = await createPlaylist(page.request, {
    tracks,
    title: 'Thaw',
    type: 'album',
    privacy: 'private',
  })
  await page.goto(`/album/${album.slug}/links`)
  const path = await createLink(page, 'For radio')
  const context = await browser.newContext()
  const listener = await context.newPage()
  await signedInUser(context.request)
  await listener.goto(path)
  await listener.getByRole('list').getByRole('button', { name: 'Play First' }).click()
  await expect(
    listener.getByRole('list').getByRole('button', { name: 'Pause Second' }),
  ).toBeVisible({
    timeout: 15_000,
  })
  await expect(listener.getByRole('region', { name: /player/i })).toHaveCount(0)
  await listener.goto('/library/history')
  await expect(listener.getByRole('main')).not.toContainText('First')
})
