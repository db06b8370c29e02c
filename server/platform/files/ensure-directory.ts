import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Node's own `recursive` never returns where the file system makes no folders at all, as in /proc. */
export function ensureDirectory(directory: string, mode = 0o777): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return
  if (path.dirname(directory) !== directory) ensureDirectory(path.dirname(directory), mode)
  try {
    mkdirSync(directory, { mode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
