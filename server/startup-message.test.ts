import path from 'node:path'
import { expect, test } from 'vitest'
import { administratorMessage, displayPath, startupMessage } from './startup-message.ts'

test.each([
  ['/srv/app/data/admin-password.txt', '/srv/app', './data/admin-password.txt'],
  ['/srv/app/..data/admin-password.txt', '/srv/app', './..data/admin-password.txt'],
  ['/data/admin-password.txt', '/srv/app', '/data/admin-password.txt'],
  ['/srv/app-data/admin-password.txt', '/srv/app', '/srv/app-data/admin-password.txt'],
  ['/data/admin-password.txt', '/', './data/admin-password.txt'],
])('the startup message: the path %s is printed from %s as %s', (file, currentFolder, printed) => {
  const typed = displayPath(path.normalize(file), path.normalize(currentFolder))
  expect(typed).toBe(printed.split('/').join(path.sep))
})

test('the startup message names the URL, the dashboard and the administrator', () => {
  const site = { brandName: 'Soundpost', publicUrl: 'https://music.example.org' }
  expect(startupMessage(site, 'Administrator: me@example.org')).toBe(
    '\nSoundpost is ready: https://music.example.org\nDashboard: https://music.example.org/letmein\nAdministrator: me@example.org\n',
  )
  expect(startupMessage(site, '')).not.toContain('Administrator')
})

const account = {
  email: 'me@example.org',
  hasConfiguredPassword: false,
  isPasswordCommon: false,
  passwordFile: '/data/admin-password.txt',
}

test('the startup message shows a generated password once, with the file that contains it', () => {
  const created = { kind: 'created', email: account.email, generatedPassword: 'abc' } as const
  expect(administratorMessage(created, account)).toBe(
    'Administrator: me@example.org with the password abc (shown once; saved in /data/admin-password.txt)',
  )
  expect(administratorMessage({ kind: 'unchanged' }, account)).toBe(
    'Administrator: me@example.org (the initial password is saved in /data/admin-password.txt)',
  )
})

test('the startup message says how to set a password where none is saved, as in a restored site', () => {
  const restored = { ...account, passwordFile: undefined }
  expect(administratorMessage({ kind: 'unchanged' }, restored)).toBe(
    'Administrator: me@example.org (to set a password: npm run accounts -- reset-password me@example.org)',
  )
})

test('the startup message never shows a configured password', () => {
  for (const kind of ['unchanged', 'password-changed'] as const)
    expect(
      administratorMessage(
        { kind, email: account.email },
        { ...account, hasConfiguredPassword: true },
      ),
    ).toBe('Administrator: me@example.org with the password in ADMIN_PASSWORD')
})

test('the startup message warns about a common ADMIN_PASSWORD', () => {
  const created = { kind: 'created', email: account.email, generatedPassword: undefined } as const
  expect(
    administratorMessage(created, {
      ...account,
      hasConfiguredPassword: true,
      isPasswordCommon: true,
    }),
  ).toBe(
    'Administrator: me@example.org with the password in ADMIN_PASSWORD, which is too common: set another one and restart.',
  )
})

test('the startup message says that the password is no longer the configured one', () => {
  expect(
    administratorMessage(
      { kind: 'has-other-password' },
      { ...account, hasConfiguredPassword: true },
    ),
  ).toBe(
    'Administrator: me@example.org (its password was changed after ADMIN_PASSWORD had been applied)',
  )
})

test('the startup message says that an account from the sign-up form does not become administrator', () => {
  const outcome = { kind: 'address-not-verified', email: account.email } as const
  expect(administratorMessage(outcome, account)).toContain('set ADMIN_EMAILS to another address')
})
