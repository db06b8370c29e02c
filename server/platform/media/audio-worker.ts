import { type MessagePort, parentPort } from 'node:worker_threads'
import { readAudioMetadata } from './audio-metadata.ts'
import { type ReadBytes, RemoteTokenizer } from './remote-tokenizer.ts'

/**
 * Runs in a worker thread and opens nothing itself: it requests ranges of the file from the main thread.
 * Whatever a malicious file does to the parsers, the main thread can terminate the worker and start another.
 */
parentPort?.on('message', ({ size, port }: { size: number; port: MessagePort }) => {
  const file = new RemoteTokenizer(size, readFrom(port))
  readAudioMetadata(file)
    .then(
      (metadata) => port.postMessage({ metadata }),
      // Parsers throw on malformed files.
      () => port.postMessage({ metadata: undefined }),
    )
    .finally(() => port.close())
})

parentPort?.postMessage('loaded')

function readFrom(port: MessagePort): ReadBytes {
  return (start, end) =>
    new Promise((resolve) => {
      port.once('message', resolve)
      port.postMessage({ start, end })
    })
}
