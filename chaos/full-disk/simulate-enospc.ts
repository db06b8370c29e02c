import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** Preloaded into a server: while the file that SIMULATE_ENOSPC_WHILE names exists, every write fails with ENOSPC. */
const flagFile = process.env['SIMULATE_ENOSPC_WHILE'] ?? ''
const handle = await open(import.meta.filename)
type Writing = (...args: unknown[]) => unknown
const prototype = Object.getPrototypeOf(handle) as Record<'write' | 'writev', Writing>
await handle.close()

for (const name of ['write', 'writev'] as const) {
  const write = prototype[name]
  prototype[name] = function (...args) {
    if (!existsSync(flagFile)) return write.apply(this, args)
    const enospc = { code: 'ENOSPC', errno: -28, syscall: 'write' }
    return Promise.reject(
      Object.assign(new Error('ENOSPC: no space left on device, write'), enospc),
    )
  }
}
