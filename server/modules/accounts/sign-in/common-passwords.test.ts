import { expect, test } from 'vitest'
import { generatePassword } from '../administrator.ts'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  'password',
  '12345678',
  'Password1',
  'P@ssw0rd!',
  'qwertyuiop',
  'iloveyou',
  'aaaaaaaa',
  'abcdefgh',
  'summer2024',
  'drowssap',
  'ｐａｓｓｗｏｒｄ',
  'password'.repeat(25),
])('common passwords: %s is recognized as common', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test.each(['correct horse battery', 'a password for tests', 'kx8#mWq2', generatePassword()])(
  'common passwords: %s is not common',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false)
  },
)
