import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { projectFolder } from '#server/config.ts'
import { type Command, runCommand } from '../cli/site-command.ts'
import { quickStart } from './server-process.ts'

type Settings = Record<string, string | undefined>
type Result = { code: number | null; output: string }

/** Runs the command of an npm script in this process: starting another takes half a second of CPU time or more. */
export async function runInProcess(
  command: Command,
  args: string[],
  env: Settings,
): Promise<Result> {
  const lines: string[] = []
  const add = (line: string) => void lines.push(line)
  const code = await runCommand(command, { args, env, output: { log: add, error: add } })
  return { code, output: lines.join('\n') }
}

/** Starts an npm script without npm. */
export function startScript(name: string, args: string[], env: Settings) {
  const file = path.join(projectFolder, 'server/cli/main.ts')
  const child = spawn(process.execPath, [...quickStart.options, file, name, ...args], {
    cwd: projectFolder,
    env: { ...quickStart.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  const result = async (): Promise<Result> => ({
    code: await ended,
    output: (await printed).join('').trim(),
  })
  return { kill: () => void child.kill('SIGKILL'), result }
}

export const runScript = (name: string, args: string[], env: Settings): Promise<Result> =>
  startScript(name, args, env).result()
