import { type Browser, expect } from '@playwright/test'
import { expectAccessibleInBothThemes, expectLargeTargets } from './accessible.ts'
import { uploadTrack } from './data.ts'
import { dedicatedServer } from './dedicated-server.ts'
import { test } from './test.ts'

const server = dedicatedServer(4, { REPOSTS: 'on' })
// In one worker, because each would start the server.
test.describe.configure({ mode: 'default' })
let stop: () => Promise<void>
test.beforeAll(async () => {
  stop = await server.start()
})
test.afterAll(() => stop())

/** The page of a new user, and their id. */
async function register(browser: Browser, name: string) {
  const page = await server.register(browser, name)
  const { id } = await (await page.request.get('/api/auth/user')).json()
  return { page, id: id as string }
}

test('reposts: a track is reposted from its menu, followers see it, and it can be undone', async ({
  browser,
}) => {
  const artist = await register(browser, 'Maren Voss')
  const { slug } = await uploadTrack(artist.page.request, { title: 'Salt', isUploaded: true })
  const fan = await register(browser, 'Ines Calder')
  const follower = await register(browser, 'Nara Ishimoto')
  await follower.page.request.post(`/api/users/${fan.id}/follow`, { data: {} })

  await fan.page.goto(`/track/${slug}`)
  const button = fan.page.getByRole('button', { name: 'Repost Salt' })
  await expect(button).toHaveText(/^Repost Salt\s*$/)
  const menu = fan.page.getByRole('main').getByRole('button', { name: 'Options for Salt' }).first()
  await menu.click()
  await fan.page.getByRole('menuitem', { name: 'Repost', exact: true }).click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(button).toHaveText(/1$/)

  const { page } = follower
  await page.goto(`/profile/${fan.id}?tab=reposts`)
  await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Salt' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.goto('/library/following')
  const row = page.getByRole('article').filter({ hasText: 'Salt' })
  await expect(row).toContainText('Reposted by Ines Calder')
  await expect(row.getByRole('link', { name: 'Ines Calder' })).toHaveAttribute(
    'href',
    `/profile/${fan.id}`,
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await expectLargeTargets(page)

  await artist.page.goto('/notifications')
  await expect(artist.page.getByRole('main')).toContainText('Ines Calder reposted Salt')

  await menu.click()
  await fan.page.getByRole('menuitem', { name: 'Undo repost' }).click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(page.getByText('Nothing new yet')).toBeVisible()
  await Promise.all([artist, fan, follower].map((user) => user.page.close()))
})

test('reposts: the page of a release has the button, and the profile lists the release', async ({
  browser,
}) => {
  const artist = await register(browser, 'Maren Voss')
  const created = await artist.page.request.post('/api/playlists', {
    data: { title: 'Tides', type: 'single' },
  })
  const { slug } = await created.json()
  const fan = await register(browser, 'Ines Calder')
  await fan.page.goto(`/album/${slug}`)
  await fan.page.waitForLoadState('networkidle')
  const button = fan.page.getByRole('button', { name: 'Repost Tides' })
  await button.focus()
  await fan.page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await fan.page.goto(`/profile/${fan.id}?tab=reposts`)
  const card = fan.page.getByRole('tabpanel').getByRole('link', { name: 'Tides' })
  await expect(card).toBeVisible()
  await artist.page.goto(`/album/${slug}`)
  await expect(artist.page.getByText('Reposts1')).toBeVisible()
  await expect(artist.page.getByRole('button', { name: 'Repost Tides' })).toHaveCount(0)
  await Promise.all([artist.page.close(), fan.page.close()])
})
