import type { Task, TaskContext } from '../task.ts'
import { createFrameReader, encodeFrame, type Frame } from './frames.ts'

/**
 * The main module of a sandbox process. It runs one task at a time on one file, whose bytes it requests from the
 * server. Whatever a malicious file does to a parser, the server can kill this process and start another.
 */

const tasks: Record<string, () => Promise<Task>> = {
  'audio-analysis': async () => (await import('../analysis/audio-analysis.ts')).audioAnalysisTask,
  'audio-metadata': async () => (await import('../audio-metadata.ts')).audioMetadataTask,
  'audio-rendition': async () => (await import('../render/render-task.ts')).renderTask,
  'image-variants': async () => (await import('../image-variants.ts')).imageVariantsTask,
}

/** Requests to the server, in the order of its responses. */
const pending: ((bytes: Buffer) => void)[] = []

const send = (header: object, bytes?: Uint8Array) =>
  process.stdout.write(encodeFrame(header, bytes))

function request(header: object, bytes?: Uint8Array): Promise<Buffer> {
  return new Promise((resolve) => {
    pending.push(resolve)
    send(header, bytes)
  })
}

async function run({ task, options, size }: Frame['header']) {
  const context: TaskContext = {
    size: Number(size),
    read: (start, end) => request({ type: 'read', start, end }),
    write: async (bytes) => {
      await request({ type: 'write' }, bytes)
    },
  }
  try {
    const execute = await tasks[String(task)]?.()
    send({ type: 'done', result: await execute?.(context, options) })
  } catch (error) {
    // Parsers throw on malformed files.
    send({ type: 'failed', message: error instanceof Error ? error.message.slice(0, 200) : '' })
  }
}

const receive = createFrameReader(({ header, bytes }) => {
  if (header['type'] === 'run') void run(header)
  else pending.shift()?.(bytes)
})
process.stdin.on('data', receive)
// The server has ended. Exiting would wait for a decoder in a thread. Zero is the process group, with its programs.
process.stdin.on('end', () =>
  process.kill(process.platform === 'win32' ? process.pid : 0, 'SIGKILL'),
)

await Promise.all(process.argv.slice(2).map((task) => tasks[task]?.()))
send({ type: 'ready' })
