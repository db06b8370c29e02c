import { type MessagePort, parentPort } from 'node:worker_threads'
import { readAudioFacts } from './audio-metadata.ts'
import { DistantFile, type ReadBytes } from './remote-tokenizer.ts'

/**
 * Runs in a worker thread and opens nothing by itself: it asks its owner for pieces of the file.
 * Whatever a hostile file does to the parsers, the owner can end this thread and start another.
 */
parentPort?.on('message', ({ size, port }: { size: number; port: MessagePort }) => {
  const file = new DistantFile(size, readThrough(port))
  readAudioFacts(file)
    .then(
      (facts) => port.postMessage({ facts }),
      // Parsers throw on anything that is not what it claims to be.
      () => port.postMessage({ facts: undefined }),
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
