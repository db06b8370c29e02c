import { expect, test } from '@playwright/test'
import { signedInUser } from './data.ts'
import { openTrack, recordWrites, toast, trackOf } from './track-page.ts'

test('track page: a visitor must sign in to like or comment, and no request is sent', async ({
  page,
  request,
}) => {
  const track = await trackOf(request, { title: 'Look, do not touch' })
  await openTrack(page, track)
  const calls = recordWrites(page)
  await page.getByRole('main').getByRole('button', { name: 'Like', exact: true }).click()
  await expect(toast(page)).toContainText('Sign in required')
  await expect(toast(page)).toContainText('You need to sign in to like tracks.')

  const box = page.getByRole('textbox', { name: 'Comment' })
  await expect(box).toBeDisabled()
  await expect(box).toHaveAttribute('placeholder', 'Coming soon')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect(toast(page)).toContainText('You need to sign in to comment on tracks.')
  await expect(toast(page)).toHaveCount(1)
  expect(calls).toEqual([])
})

test.describe('track page for signed-in users', () => {
  test('track page: a user can like and unlike the track, and the artist links to the profile', async ({
    page,
    request,
  }) => {
    const track = await trackOf(request, { title: 'Liked' })
    await signedInUser(page.request)
    await openTrack(page, track)
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Low Tide Choir' }).first()).toHaveAttribute(
      'href',
      `/profile/${track.userId}`,
    )
    await main.getByRole('button', { name: 'Like', exact: true }).click()
    const liked = main.getByRole('button', { name: 'Liked', exact: true })
    await expect(liked).toHaveAttribute('aria-pressed', 'true')
    await expect(main.getByText('1 like', { exact: true })).toBeVisible()
    await page.reload()
    await liked.click()
    await expect(main.getByRole('button', { name: 'Like', exact: true })).toBeVisible()
    await expect(main.getByText('0 likes')).toBeVisible()
  })

  test('track page: a failed like is reported', async ({ page, request }) => {
    const track = await trackOf(request, { title: 'Not today' })
    await signedInUser(page.request)
    await openTrack(page, track)
    const like = page.getByRole('main').getByRole('button', { name: 'Like', exact: true })
    await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()

    await page.route('**/like', (route) => route.fulfill({ status: 500, json: { message: 'Oh' } }))
    await like.click()
    await expect(toast(page)).toContainText('Failed to like track. Please try again.')
    await expect(like).toHaveAttribute('aria-pressed', 'false')

    await page.unroute('**/like')
    await page.route('**/like', (route) => route.fulfill({ status: 401, json: { message: 'No' } }))
    await like.click()
    await expect(toast(page)).toContainText('Sign in required')
    await expect(toast(page)).toContainText('You need to sign in to like tracks.')
  })

  test('track page: an empty comment is rejected, and a written one shows that comments are coming soon', async ({
    page,
    request,
  }) => {
    const track = await trackOf(request, { title: 'Uncommented' })
    await signedInUser(page.request)
    await openTrack(page, track)
    await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
    const calls = recordWrites(page)
    const box = page.getByRole('textbox', { name: 'Comment' })
    const post = page.getByRole('button', { name: 'Post comment' })
    await expect(box).toBeDisabled()
    await expect(post).toBeDisabled()

    // Test the behaviour after the comment box is enabled.
    await box.evaluate((area) => area.removeAttribute('disabled'))
    await box.fill('   ')
    await expect(post).toBeDisabled()
    await box.fill('Lovely')
    await post.click()
    await expect(toast(page)).toContainText('Coming soon')
    expect(calls).toEqual([])
  })

  test('track page: the track can be added to a playlist', async ({ page, request }) => {
    const track = await trackOf(request, { title: 'Kept' })
    await signedInUser(page.request)
    await openTrack(page, track)
    await page
      .getByRole('main')
      .getByRole('button', { name: 'Add to playlist', exact: true })
      .click()
    await expect(page.getByRole('dialog', { name: 'Add to playlist' })).toBeVisible()
  })
})

test.describe('track sharing', () => {
  test('track sharing: the link is copied and its first 50 characters are shown', async ({
    page,
    request,
    context,
    baseURL,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const track = await trackOf(request, { title: 'A rather long name for such a short song' })
    await openTrack(page, track)
    await page.getByRole('main').getByRole('button', { name: 'Share' }).click()
    const link = `${baseURL}/track/${track.slug}`
    await expect(toast(page)).toContainText('Link copied!')
    await expect(toast(page)).toContainText(link.slice(0, 50))
    await expect(toast(page)).not.toContainText(link.slice(0, 51))
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
  })

  test('track sharing: the whole link is shown for ten seconds when it cannot be copied', async ({
    page,
    request,
    baseURL,
  }) => {
    await page.clock.install()
    await page.addInitScript(
      `navigator.clipboard.writeText = () => Promise.reject(new Error('no'))`,
    )
    const track = await trackOf(request, { title: 'A rather long name that nobody can copy' })
    await openTrack(page, track)
    await page.getByRole('main').getByRole('button', { name: 'Share' }).click()
    await expect(toast(page)).toContainText('Copy this link')
    await expect(toast(page)).toContainText(`${baseURL}/track/${track.slug}`)
    await page.mouse.move(5, 5)
    await page.clock.fastForward(8_000)
    await expect(toast(page)).toBeVisible()
    await page.clock.fastForward(3_000)
    await expect(toast(page)).toBeHidden()
  })
})
