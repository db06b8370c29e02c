import { StartupError } from '#server/errors.ts'

/** Why there is no database, in one sentence that an operator can act on. */
export class DatabaseStartupError extends StartupError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseStartupError'
  }
}

export class DataDirectoryInUseError extends DatabaseStartupError {
  constructor(directory: string) {
    super(
      `Another server is already running on the database folder ${directory}: stop that one first, or set DATA_DIR to another folder.`,
    )
    this.name = 'DataDirectoryInUseError'
  }
}
