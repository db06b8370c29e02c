import { existsSync } from 'node:fs'

/** vitest runs what any of its filters matches: the whole folder is named only where nothing else is. */
export function selectTests(args: readonly string[]): string[] {
  const isNamed = (arg: string, at: number) =>
    !arg.startsWith('-') && (existsSync(arg) || !isValue(args[at - 1]))
  return args.some(isNamed) ? [...args] : ['chaos/', ...args]
}

/** What follows `-t` or `--reporter` is no file. */
const isValue = (before: string | undefined) => before?.startsWith('-') === true
