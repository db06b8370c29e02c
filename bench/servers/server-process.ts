import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A server process of a benchmark: its URL, the process whose CPU time is measured, and how to stop it. */
export type Server = { url: string; pid: number; close(): Promise<void> }

type StartOptions = {
  command: string
  options: readonly string[]
  env?: Record<string, string>
  url: string
  /** Polled until it responds with any status. */
  healthPath?: string
}

/** Starts the process and waits until it responds. Its output is shown only if it exits before that. */
export async function startServer({ command, options, env, url, healthPath = '/' }: StartOptions) {
  const child = spawn(command, options, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listen = (chunk: Buffer) => {
    output = (output + chunk).slice(-4000)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const ended = once(child, 'exit')
  // An interrupted benchmark leaves no process running.
  const killChild = () => void child.kill()
  process.once('exit', killChild)
  child.once('exit', () => process.off('exit', killChild))
  while (!(await responds(url + healthPath))) {
    if (child.exitCode !== null) throw new Error(`${command} did not start: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url, pid: child.pid ?? 0, close: () => stop(child, ended) }
}

async function responds(target: string): Promise<boolean> {
  const response = await fetch(target).catch(() => undefined)
  await response?.arrayBuffer()
  return response !== undefined
}

async function stop(child: ChildProcess, ended: Promise<unknown>) {
  child.kill('SIGTERM')
  await ended
}
