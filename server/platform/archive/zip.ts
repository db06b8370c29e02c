import { PassThrough, pipeline, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A ZIP archive that is written while it is read: one file at a time is open, and nothing is held in memory. */
export function createZip() {
  const zip = new ZipFile()
  const output = new PassThrough()
  let current: Readable | undefined
  zip.on('error', (error: Error) => output.destroy(error))
  // When the client disconnects, the file that is being sent is closed.
  output.once('close', () => current?.destroy())
  return {
    addText(name: string, text: string): void {
      zip.addBuffer(Buffer.from(text), name)
    },
    /** Adds a file without compression: audio and images are compressed already. */
    addFile(name: string, open: () => Promise<Readable | undefined>): void {
      zip.addReadStreamLazy(name, { compress: false }, (callback) => {
        open().then(
          (stream) => {
            if (!stream) return callback(new Error(`The file ${name} is missing.`), output)
            // Otherwise the download would hang after an error of the store.
            stream.on('error', (error) => output.destroy(error))
            current = stream
            if (output.destroyed) stream.destroy()
            callback(null, stream)
          },
          (error: unknown) => callback(error as Error, output),
        )
      })
    },
    end(): Readable {
      zip.end()
      pipeline(zip.outputStream, output, () => {})
      return output
    },
  }
}
