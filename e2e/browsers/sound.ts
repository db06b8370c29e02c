import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startProcess, waitFor } from './processes.ts'

export type Sound = Awaited<ReturnType<typeof startSound>>

/** Bytes of 16-bit stereo at 44.1 kHz: a quarter of a second. */
const sampleBytes = 44_100

/** A sound device whose output can be recorded. Browsers do not play without a device. */
export async function startSound() {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-sound-'))
  const socket = path.join(folder, 'socket')
  const env = {
    ...process.env,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    PULSE_SERVER: `unix:${socket}`,
  }
  const protocol = `module-native-protocol-unix socket=${socket} auth-anonymous=1`
  const options = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no']
  const modules = ['-L', 'module-null-sink sink_name=speaker', '-L', protocol]
  const server = startProcess('pulseaudio', [...options, ...modules], env)
  await waitFor('pulseaudio', async () => {
    if ((await startProcess('pactl', ['info'], env).exit) !== 0) throw new Error(server.output())
  })
  return {
    env: { ...process.env, PULSE_SERVER: env.PULSE_SERVER },
    /** Whether anything but silence is played now. */
    isHeard: () => isHeard(env),
    record: () => record(env),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Records what is played; `stop` returns it, at 44.1 kHz. */
function record(env: NodeJS.ProcessEnv) {
  const format = ['--format=float32le', '--rate=44100', '--channels=1']
  const recorder = spawn('parec', ['--raw', ...format, '-d', 'speaker.monitor'], { env })
  const recorded = buffer(recorder.stdout)
  return {
    async stop(): Promise<Float32Array> {
      recorder.kill()
      const bytes = await recorded
      return new Float32Array(Uint8Array.from(bytes).buffer, 0, bytes.length >> 2)
    },
  }
}

async function isHeard(env: NodeJS.ProcessEnv): Promise<boolean> {
  const recorder = spawn('parec', ['--raw', '-d', 'speaker.monitor'], { env })
  try {
    let bytes = 0
    for await (const chunk of recorder.stdout as AsyncIterable<Buffer>) {
      if (chunk.some((byte) => byte !== 0)) return true
      bytes += chunk.length
      if (bytes > sampleBytes) return false
    }
    return false
  } finally {
    recorder.kill()
  }
}
