import { existsSync } from 'node:fs'

/** vitest runs the files that match any filter, so the whole folder is a filter only if there is no other. */
export function selectTests(args: readonly string[]): string[] {
  const isNamed = (arg: string, at: number) =>
    !arg.startsWith('-') && (existsSync(arg) || !isValue(args[at - 1]))
  return args.some(isNamed) ? [...args] : ['chaos/', ...args]
}

/** The value of an option such as `-t` or `--reporter` is not a file. */
const isValue = (before: string | undefined) => before?.startsWith('-') === true
