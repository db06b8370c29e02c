import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { uploadTrack } from './data.ts'
import { centerOf } from './drag.ts'
import { dismissToast, ownerWithPlaylist } from './playlist-data.ts'
import { test } from './test.ts'

const shown = (page: Page) => page.getByRole('region', { name: 'Pinned' }).getByRole('listitem')

async function pin(page: Page) {
  await page.getByRole('menuitem', { name: 'Pin to profile' }).click()
  await dismissToast(page, 'Pins updated')
}

test('pins: an artist pins a release and a track, changes their order, and unpins one', async ({
  page,
}) => {
  const { owner, playlist, tracks } = await ownerWithPlaylist(page.request, {
    ...{ type: 'album', title: 'Thaw' },
  })
  await page.goto(`/album/${playlist.slug}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^More about/ })
    .click()
  await pin(page)
  await page.goto(`/track/${tracks[0]?.slug}`)
  await page.getByRole('button', { name: 'Options for Northbound' }).first().click()
  await pin(page)

  await page.goto(`/profile/${owner.id}`)
  await expect(shown(page)).toContainText(['Thaw', 'Northbound'])
  await page.getByRole('button', { name: 'Edit pins' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pinned' })
  await expectAccessibleInBothThemes(page)
  const from = await centerOf(dialog.getByRole('button', { name: 'Reorder Northbound' }))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y - 34, { steps: 6 })
  await page.mouse.move(from.x, from.y - 68, { steps: 6 })
  await page.mouse.up()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(shown(page)).toContainText(['Northbound', 'Thaw'])
  await page.getByRole('button', { name: 'Edit pins' }).click()
  await dialog.getByRole('button', { name: 'Unpin Thaw' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(shown(page)).toContainText(['Northbound'])
  await expect(shown(page)).toHaveCount(1)

  await page.context().clearCookies()
  await page.reload()
  await expect(shown(page)).toContainText(['Northbound'])
  await expect(page.getByRole('button', { name: 'Edit pins' })).toHaveCount(0)
})

test('hidden counts: an artist hides them in the settings, and visitors see none', async ({
  page,
}) => {
  const { owner } = await ownerWithPlaylist(page.request)
  const track = await uploadTrack(page.request, { title: 'Undertow' })
  await page.goto('/settings')
  const hide = page.getByRole('switch', { name: 'Hide play and like counts' })
  await hide.click()
  await expect(hide).toBeChecked()
  await page.goto(`/track/${track.slug}`)
  const facts = page.getByRole('main')
  await expect(facts.getByText(/^0 plays$/)).toBeVisible()

  await page.context().clearCookies()
  await page.reload()
  await expect(facts.getByRole('heading', { level: 1 })).toHaveText('Undertow')
  await expect(facts.getByText(/^\d+ (plays?|likes?)$/)).toHaveCount(0)
  await page.goto(`/profile/${owner.id}`)
  await expect(facts.getByRole('heading', { name: 'Undertow' })).toBeVisible()
  await expect(facts.getByText(/^\d+ plays?$/)).toHaveCount(0)
})
