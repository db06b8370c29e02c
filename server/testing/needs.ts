import { existsSync } from 'node:fs'
import path from 'node:path'
import { type TestOptions, test } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Why this test does not run: `npm test` counts the reasons at its end. */
    skipped?: string
  }
}

/**
 * Options of a test or `describe` that needs something of this machine: where it is missing, the test is skipped for this
 * reason.
 */
export const needs = (isThere: unknown, reason: string): TestOptions =>
  isThere ? {} : { skip: true, meta: { skipped: reason } }

/** The same for what .ci/run installs: with CI=true nothing of it may be missing. */
export function needsInstalled(isThere: unknown, reason: string): TestOptions {
  if (!isThere && process.env['CI'])
    throw new Error(`These tests must not be skipped with CI=true, but ${reason}.`)
  return needs(isThere, reason)
}

export const needsProgram = (name: string): TestOptions =>
  needsInstalled(findProgram(name), `${name} is not installed`)

/** Also where it is not in the PATH of users, as nginx is on Debian. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/opt/homebrew/bin']
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))

/** One skipped test for all that a file does not declare. */
export function standIn(title: string, options: TestOptions): void {
  if (options.skip) test(title, options, () => {})
}
