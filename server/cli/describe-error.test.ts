import { expect, test } from 'vitest'
import { NoSpaceLeft, StoreUnavailable } from '#server/platform/objects/object-store.ts'
import { describeError } from './describe-error.ts'

const onDisk = (code: string, path?: string) =>
  Object.assign(new Error(code), { code, syscall: 'open', path })

test.each([
  [
    new StoreUnavailable(new Error('timeout')),
    'The object store does not respond: check that it runs and that the S3_ settings are right, and try again.',
  ],
  [
    new StoreUnavailable(onDisk('EIO', '/srv/objects/a')),
    '/srv/objects/a cannot be used (EIO): the disk reports a fault; check it, or use another one.',
  ],
  [
    new NoSpaceLeft({ status: 507 }),
    'The object store has no space left: free some there, and try again.',
  ],
  [
    new NoSpaceLeft(onDisk('ENOSPC', '/srv/objects/a')),
    '/srv/objects/a cannot be used (ENOSPC): free some space on this disk.',
  ],
  [
    onDisk('EROFS', '/tmp/x'),
    '/tmp/x cannot be used (EROFS): the disk is mounted read-only; mount it for writing, or name another folder.',
  ],
  [
    new StoreUnavailable(onDisk('ECONNRESET')),
    'The object store does not respond: check that it runs and that the S3_ settings are right, and try again.',
  ],
  [new TypeError('undefined is not a function'), undefined],
])('commands: an error is a sentence that says what to do (%#)', (error, sentence) => {
  expect(describeError(error)).toBe(sentence)
})
