import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible.ts'
import { dedicatedServer } from './dedicated-server.ts'
import { test } from './test.ts'

const server = dedicatedServer(2, { REGISTRATION: 'invite' })
test.use({ baseURL: server.url })

let stop: () => Promise<void>
test.beforeAll(async () => {
  stop = await server.start()
})
test.afterAll(() => stop())

test('invites: an administrator creates an invite, and its link creates one account', async ({
  page,
  browser,
}) => {
  await page.goto('/api/login?returnTo=/letmein')
  await page.getByLabel('Email').fill('admin@localhost')
  await page.getByLabel('Password', { exact: true }).fill(server.administratorPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'Invites' }).click()
  await page.getByLabel('Note').fill('The choir')
  await page.getByRole('button', { name: 'Create invite' }).click()
  const link = await page.getByLabel('Invite link').inputValue()
  await expectAccessibleInBothThemes(page)

  const guest = await browser.newPage({ baseURL: server.url })
  await guest.goto('/api/login?prompt=create')
  const form = guest.getByRole('main')
  const fill = async (name: string) => {
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Email').fill(`${crypto.randomUUID()}@e2e.example`)
    await form.getByLabel('Password', { exact: true }).fill('a long enough secret')
    await form.getByRole('button', { name: 'Create account' }).click()
  }
  await fill('Una Invited')
  await expect(form.getByText('Please enter your invite.')).toBeVisible()
  await expectAccessible(guest)
  await guest.goto(link)
  await expect(form.getByLabel('Invite')).toHaveValue(
    new URL(link).searchParams.get('invite') ?? '',
  )
  await fill('Ida Invited')
  await expect(
    guest
      .getByRole('banner')
      .getByRole('link', { name: /Profile|Upload/ })
      .first(),
  ).toBeVisible()
  await guest.context().clearCookies()
  await guest.goto(link)
  await fill('Late Guest')
  await expect(form.getByText('This invite is not valid.')).toBeVisible()
  await guest.close()

  await page.reload()
  const row = page.getByRole('region', { name: 'All invites' }).getByRole('listitem')
  await expect(row).toContainText('The choir')
  await expect(row).toContainText('1 of 1 used')
  await expect(row.getByRole('link', { name: 'Ida Invited' })).toBeVisible()
})
