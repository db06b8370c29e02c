import { expect } from '@playwright/test'
import { signedInUser } from './data.ts'
import { ownerWithPlaylist } from './playlist-data.ts'
import { test } from './test.ts'

test('credits: a member is linked on an album once they accept, and no more after they refuse', async ({
  page,
  request,
}) => {
  const member = await signedInUser(page.request, { displayName: 'Nara Ishimoto' })
  const { playlist } = await ownerWithPlaylist(request, { type: 'album', title: 'Thaw' })
  const credits = [{ role: 'Piano', name: 'Nara Ishimoto', userId: member.id }]
  await request.put(`/api/playlists/${playlist.id}`, { data: { credits } })
  const about = page.getByRole('region', { name: 'About this album' })
  const link = about.getByRole('link', { name: 'Nara Ishimoto' })

  await page.goto(`/album/${playlist.slug}`)
  await expect(about).toContainText('Nara Ishimoto')
  await expect(link).toHaveCount(0)

  await page.goto('/notifications')
  await page.getByRole('link', { name: 'Accept or refuse' }).click()
  await page.getByRole('button', { name: 'Accept: Piano on Thaw' }).click()
  await expect(page.getByText('You are linked.')).toBeVisible()
  await page.getByRole('link', { name: 'Thaw' }).click()
  await expect(link).toHaveAttribute('href', `/profile/${member.id}`)

  await page.goto('/settings#credits')
  await page.getByRole('button', { name: 'Remove my link: Piano on Thaw' }).click()
  await expect(page.getByText('You are not linked.')).toBeVisible()
  await page.getByRole('link', { name: 'Thaw' }).click()
  await expect(about).toContainText('Nara Ishimoto')
  await expect(link).toHaveCount(0)
})
