import { PassThrough, pipeline, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A ZIP archive that is written while it is read: one file at a time is open, and nothing is held in memory. */
export function createZip() {
  const zip = new ZipFile()
  const output = new PassThrough()
  let current: Readable | undefined
  zip.on('error', (error: Error) => output.destroy(error))
  // A client that goes away closes the file that is being sent.
  output.once('close', () => current?.destroy())
  return {
    addText(name: string, text: string): void {
      zip.addBuffer(Buffer.from(text), name)
    },
    /** Stored as it is: audio and images are compressed already. */
    addFile(name: string, open: () => Promise<Readable | undefined>): void {
      zip.addReadStreamLazy(name, { compress: false }, (callback) => {
        open().then(
          (stream) => {
            if (!stream) return callback(new Error(`The file ${name} is missing.`), output)
            // Without this a broken store would leave the download waiting.
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
