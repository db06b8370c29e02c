import { statfsSync } from 'node:fs'
import { GiB, MiB, memoryBudget } from '#server/platform/memory/memory-budget.ts'

/**
 * PostgreSQL's dynamic shared memory is in /dev/shm. Where that is missing or too small, as in some
 * containers, initdb fails; files in the data directory serve instead.
 */
export function sharedMemorySettings(shm = '/dev/shm'): { dynamic_shared_memory_type?: 'mmap' } {
  if (process.platform !== 'linux') return {}
  try {
    const { bavail, bsize } = statfsSync(shm)
    return bavail * bsize < 32 * MiB ? { dynamic_shared_memory_type: 'mmap' } : {}
  } catch {
    return { dynamic_shared_memory_type: 'mmap' }
  }
}

/** Passed on the command line, because the program relies on them: an edited postgresql.conf cannot override them. */
export const fixedSettings = {
  listen_addresses: '127.0.0.1',
  // Socket paths are limited to about 100 characters; data folders are not.
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Releases the locks of a killed server whose last statement still runs.
  client_connection_check_interval: '1s',
  // After a crash: one sync of the file system instead of one for each of thousands of files.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
} as const

const megabytes = (bytes: number) => `${Math.floor(bytes / MiB)}MB`

/** Written once into postgresql.conf, by the memory of the host; the operator may edit them there. */
export const initialSettings = {
  max_connections: '100',
  shared_buffers: megabytes(memoryBudget(1 / 16, { min: 128 * MiB, max: GiB })),
  effective_cache_size: megabytes(memoryBudget(1 / 2, { min: 512 * MiB, max: 16 * GiB })),
  max_wal_size: '512MB',
  // Data is on SSDs nearly everywhere: index reads are about as cheap as sequential ones.
  random_page_cost: '1.1',
  // Costs more than it saves in queries of a few milliseconds.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The caller gets the errors of its own statements; the log is for events of the server.
  log_min_messages: 'log',
  log_checkpoints: 'off',
} as const
