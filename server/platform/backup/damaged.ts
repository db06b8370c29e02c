import { StartupError } from '#server/errors.ts'

const advice = 'use another copy of this backup, or an older one'

export const damaged = (file: string) =>
  new StartupError(`The file ${file} of the backup does not match its checksum: ${advice}.`)

export const unreadable = (file: string, cause: unknown) =>
  new StartupError(`The file ${file} of the backup cannot be read: ${advice}.`, { cause })
