import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { signedInUser } from './data.ts'
import { test } from './test.ts'

test('passkeys: a user adds one, signs in with it by autofill and by the button, and deletes it', async ({
  page,
}) => {
  const { email } = await signedInUser(page.request, { displayName: 'Tomas Vik' })
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const confirmPrompts = (enabled: boolean) =>
    browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })

  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await test.step('add a passkey', async () => {
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Work laptop')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await expect(passkeys.getByText('Work laptop')).toBeVisible()
    await expect(passkeys.getByText('Never used')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessibleInBothThemes(page)
  })

  await test.step('sign in by autofill', async () => {
    // The authenticator confirms what the browser suggests in the email field: nothing is typed or pressed.
    await page.context().clearCookies()
    await page.goto('/api/login?returnTo=/settings')
    await expect(page).toHaveURL('/settings')
    await expect(page.getByText(email ?? '').first()).toBeVisible()
    await expect(passkeys.getByText('Last used')).toBeVisible()
  })

  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await test.step('sign in by the button', async () => {
    // Until the button is pressed, the authenticator does not confirm what the browser suggests in the email field.
    await confirmPrompts(false)
    await page.context().clearCookies()
    await page.goto('/api/login?returnTo=/settings')
    await expect(button).toBeVisible()
    await confirmPrompts(true)
    await button.click()

    await expect(page).toHaveURL('/settings')
    await expect(page.getByText(email ?? '').first()).toBeVisible()
    await expect(passkeys.getByText('Last used')).toBeVisible()
  })

  await test.step('delete it', async () => {
    await passkeys.getByRole('button', { name: 'Delete Work laptop' }).click()
    await expect(passkeys).toHaveCount(0)

    // The authenticator still has it, the site does not.
    await confirmPrompts(false)
    await page.context().clearCookies()
    await page.goto('/api/login')
    await expect(button).toBeVisible()
    await confirmPrompts(true)
    await button.click()
    await expect(page.getByText('This passkey could not be used.')).toBeVisible()
  })
})
