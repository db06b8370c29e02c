import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'

/** The files of one PostgreSQL: the cluster, and next to it the password, the log and the disk reserve. */
export type Folder = {
  directory: string
  passwordFile: string
  logFile: string
  /** The disk reserve that is deleted when the disk is full. */
  spareFile: string
  /** The disk reserve for a PostgreSQL that has stopped, if another program has used up the first. */
  reserveFile: string
}

export function folderAt(directory: string): Folder {
  const absolute = path.resolve(directory)
  return {
    directory: absolute,
    passwordFile: `${absolute}.password`,
    logFile: `${absolute}.log`,
    spareFile: `${absolute}.spare`,
    reserveFile: `${absolute}.reserve`,
  }
}

export const hasCluster = (folder: Folder) => existsSync(path.join(folder.directory, 'PG_VERSION'))

const maxLogBytes = 5 * 1024 * 1024

/** PostgreSQL appends to the open file, so it is truncated in place; one older part is preserved. */
export function limitLog(folder: Folder): void {
  if ((statSync(folder.logFile, { throwIfNoEntry: false })?.size ?? 0) < maxLogBytes) return
  copyFileSync(folder.logFile, `${folder.logFile}.old`)
  truncateSync(folder.logFile)
}
