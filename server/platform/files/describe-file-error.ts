const actions: Record<string, string> = {
  EROFS: 'the disk is mounted read-only; mount it for writing, or name another folder',
  EACCES: 'run this as the user who owns the folder, or give the folder to this user',
  EPERM: 'run this as the user who owns the folder, or give the folder to this user',
  ENOSPC: 'free some space on this disk',
  EDQUOT: 'free some space, or raise the quota of this user',
  EIO: 'the disk reports a fault; check it, or use another one',
  ENOTDIR: 'a part of this path is a file; name another folder',
}

type FileError = Error & { code: string; path?: string }

/** Where sockets are not involved, whose errors look the same. */
export const isFileError = (error: unknown): error is FileError =>
  error instanceof Error && 'syscall' in error && 'code' in error

/** One that only files have, and an operator can do something about. */
export const isKnownFileError = (error: unknown): error is FileError =>
  isFileError(error) && error.code in actions && !('address' in error)

export const isDiskFull = ({ code }: FileError) => code === 'ENOSPC' || code === 'EDQUOT'

/** Why a file or folder cannot be used, and what to do about that: the second half of a sentence. */
export const describeFileError = ({ code }: FileError): string =>
  actions[code] ? `(${code}): ${actions[code]}` : `(${code})`
