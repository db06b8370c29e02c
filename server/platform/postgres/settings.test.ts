import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { needs } from '#server/testing/needs.ts'
import { sharedMemorySettings } from './settings.ts'

const files = { dynamic_shared_memory_type: 'mmap' }

test(
  'shared memory: PostgreSQL uses files if /dev/shm is missing or too small',
  needs(process.platform === 'linux', 'this is not Linux'),
  () => {
    expect(sharedMemorySettings('/no/such/folder')).toEqual(files)
    // /sys has no free space on any Linux.
    expect(sharedMemorySettings('/sys')).toEqual(files)
  },
)

test('shared memory: PostgreSQL uses its default if there is enough', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-shm-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(sharedMemorySettings(folder)).toEqual({})
})
