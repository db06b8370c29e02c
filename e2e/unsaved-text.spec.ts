import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { signedInUser } from './data.ts'
import { test } from './test.ts'

test('edit dialogs: Escape, a click outside and Back ask before typed text is lost', async ({
  page,
}) => {
  const user = await signedInUser(page.request)
  await page.goto('/library')
  await page.getByRole('banner').locator(`a[href="/profile/${user.id}"]`).click()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const bio = page.getByRole('dialog', { name: 'Edit Profile' }).getByLabel('Bio')
  await bio.fill('Two violins and a long story')
  const confirmation = page.getByRole('alertdialog', { name: 'Discard changes?' })
  const closeActions = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(8, 8),
    () => page.evaluate(() => history.back()),
  ]
  for (const leave of closeActions) {
    await leave()
    await expect(confirmation).toContainText('Your changes will be lost if you close this now.')
    await confirmation.getByRole('button', { name: 'Keep editing' }).click()
    await expect(confirmation).toHaveCount(0)
    await expect(bio).toHaveValue('Two violins and a long story')
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => history.back())
  await expect(confirmation).toBeVisible()
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/library')
})
