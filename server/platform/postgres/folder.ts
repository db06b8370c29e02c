import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'

/** Where one PostgreSQL keeps what it has: the cluster, and beside it the password, the log and spare room. */
export type Folder = {
  directory: string
  passwordFile: string
  logFile: string
  /** Room for a PostgreSQL whose disk gets full. */
  spareFile: string
  /** And for one that ended, if something else took that. */
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

const LOG_LIMIT = 5 * 1024 * 1024

/** PostgreSQL holds the file open and appends, so it is emptied in place; one older part is kept. */
export function limitLog(folder: Folder): void {
  if ((statSync(folder.logFile, { throwIfNoEntry: false })?.size ?? 0) < LOG_LIMIT) return
  copyFileSync(folder.logFile, `${folder.logFile}.old`)
  truncateSync(folder.logFile)
}
