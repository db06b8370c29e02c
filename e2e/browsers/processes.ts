import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Starts and stops the programs of a run. */

export function startProcess(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk).slice(-4_000)
  })
  const exit = new Promise<number | null>((resolve) => {
    child.on('exit', resolve)
    child.on('error', () => resolve(null))
  })
  return {
    exit,
    output: () => output,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      const forced = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await exit
      clearTimeout(forced)
    },
  }
}

/** Repeats an attempt until it succeeds. */
export async function waitFor<Value>(
  what: string,
  attempt: () => Promise<Value>,
  seconds = 60,
): Promise<Value> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error(`${what} after ${seconds} s: ${String(error)}`, { cause: error })
      await delay(100)
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
