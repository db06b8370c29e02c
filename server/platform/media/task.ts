/** Files are read and written in pieces of at most this length. */
export const maxFrameBytes = 1024 * 1024

/** What a task in a sandbox process can do: read its own file, write its output, return JSON. It opens nothing itself. */
export type TaskContext = {
  /** The file's size in bytes. */
  size: number
  /** The bytes from `start` up to, not including, `end`; at most `maxFrameBytes`. */
  read(start: number, end: number): Promise<Uint8Array>
  /** Sends bytes to the server, and waits until it has stored them. At most `maxFrameBytes`. */
  write(bytes: Uint8Array): Promise<void>
}

/** Throws if the file is not acceptable. */
export type Task = (context: TaskContext, options: unknown) => Promise<unknown>
