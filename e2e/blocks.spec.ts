import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes, expectLargeTargets } from './accessible.ts'
import { signedInUser } from './data.ts'
import { test } from './test.ts'

test('blocks: a user is blocked in the menu of their profile, and unblocked in the settings', async ({
  page,
  request,
}) => {
  const other = await signedInUser(request, { displayName: 'Ines Calder' })
  const user = await signedInUser(page.request, { displayName: 'Nara Bell' })
  const follow = (by: typeof request, id: string) =>
    by.post(`/api/users/${id}/follow`, { data: {} })
  expect(await follow(request, user.id)).toBeOK()

  await test.step('the menu of the profile', async () => {
    await page.goto(`/profile/${other.id}`)
    await page.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('menuitem', { name: 'Block', exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('They are not told.')
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(page.getByText('Ines Calder is blocked').first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: 'Unblock' })).toBeVisible()
    expect((await follow(request, user.id)).status()).toBe(403)
  })

  await test.step('the list in the settings', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/settings')
    const unblock = page.getByRole('button', { name: 'Unblock Ines Calder' })
    await expect(unblock).toBeVisible()
    await expectLargeTargets(page)
    await unblock.focus()
    await page.keyboard.press('Enter')
    await expect(unblock).toHaveCount(0)
    expect(await follow(request, user.id)).toBeOK()
  })
})
