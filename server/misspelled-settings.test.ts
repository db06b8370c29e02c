import { expect, test } from 'vitest'
import { findMisspelledSettings } from './misspelled-settings.ts'

test.each([
  ['PUBLCI_URL', 'PUBLIC_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['ADMIN_EMAIL', 'ADMIN_EMAILS'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['S3_ACCES_KEYID', 'S3_ACCESS_KEY_ID'],
  ['brand_name', 'BRAND_NAME'],
])('settings: %s is said to be %s misspelled', (name, meant) => {
  expect(findMisspelledSettings([name])).toEqual([
    `${name} is not a setting and has no effect. Do you mean ${meant}?`,
  ])
})

test('settings: names of settings and of other programs are not called misspelled', () => {
  const others = [
    'HOME',
    'PATH',
    'HOSTNAME',
    'POSTGRES_URL',
    'SHELL',
    'TZ',
    'NODE_ENV',
    'PWD',
    'CI',
  ]
  expect(findMisspelledSettings(['PUBLIC_URL', 'PORT', 'SMTP_URL', ...others])).toEqual([])
})
