import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser, uploadTrack } from './data.ts'
import { test } from './test.ts'

/** What an app gets that signs in with this key. */
async function callAs(page: Page, apiKey: string, method: string, parameters = {}) {
  const query = new URLSearchParams({ apiKey, f: 'json', c: 'Symfonium', ...parameters })
  const response = await page.request.get(`/rest/${method}?${query}`)
  return (await response.json())['subsonic-response']
}

test('music apps: an app gets a password on the settings page, plays, and is revoked there', async ({
  page,
}) => {
  const { username } = await signedInUser(page.request)
  const track = await uploadTrack(page.request, { title: 'In the car', seconds: 2 })
  await page.goto('/settings#apps')
  const create = page.getByRole('button', { name: 'Create app password' })
  await create.click()
  await page.getByLabel('Name of the app').fill('Car')
  await create.click()
  await expect(page.getByRole('img', { name: /^QR code of server address/ })).toBeVisible()
  await expect(page.getByText(username, { exact: true }).last()).toBeVisible()
  const password = (await page.getByText(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/).textContent()) ?? ''
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleInBothThemes(page)

  const { searchResult3 } = await callAs(page, password, 'search3', { query: '' })
  expect(searchResult3.song).toMatchObject([{ id: `tr-${track.id}`, title: 'In the car' }])
  const query = new URLSearchParams({ apiKey: password, id: `tr-${track.id}` })
  const sound = await page.request.get(`/rest/stream?${query}`)
  expect([sound.status(), sound.headers()['content-type']]).toEqual([200, 'audio/wav'])

  await page.reload()
  const passwords = page.getByRole('list', { name: 'App passwords' })
  await expect(passwords).toContainText(/Last used .* by Symfonium/)
  await expect(page.getByText(password)).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke Car' }).click()
  await expect(passwords).toHaveCount(0)
  expect(await callAs(page, password, 'ping')).toMatchObject({ error: { code: 44 } })
})
