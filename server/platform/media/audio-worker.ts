import { type MessagePort, parentPort } from 'node:worker_threads'
import { readAudioMetadata } from './audio-metadata.ts'
import { type ReadBytes, RemoteTokenizer } from './remote-tokenizer.ts'

/**
 * Runs in a worker thread and opens nothing by itself: it asks its owner for pieces of the file.
 * Whatever a hostile file does to the parsers, the owner can end this thread and start another.
 */
parentPort?.on('message', ({ size, port }: { size: number; port: MessagePort }) => {
  const file = new RemoteTokenizer(size, readThrough(port))
  readAudioMetadata(file)
    .then(
      (metadata) => port.postMessage({ metadata }),
      // Parsers throw on anything that is not what it claims to be.
      () => port.postMessage({ metadata: undefined }),
    )
    .finally(() => port.close())
})

parentPort?.postMessage('loaded')

function readThrough(port: MessagePort): ReadBytes {
  return (start, end) =>
    new Promise((resolve) => {
      port.once('message', resolve)
      port.postMessage({ start, end })
    })
}
