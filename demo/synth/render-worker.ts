import { parentPort } from 'node:worker_threads'
import type { SongParameters } from './composition/score.ts'
import { openMp3Encoder } from './mp3.ts'
import { renderMusic, type StyleName } from './render.ts'
import { sampleRate } from './sound.ts'

export type RenderJob = { style: StyleName; parameters: SongParameters }
export type RenderedTrack = { mp3: Uint8Array<ArrayBuffer>; seconds: number }

const encode = await openMp3Encoder()

parentPort?.on('message', ({ style, parameters }: RenderJob) => {
  const sound = renderMusic(style, parameters)
  const track: RenderedTrack = { mp3: encode(sound), seconds: sound.left.length / sampleRate }
  parentPort?.postMessage(track, [track.mp3.buffer])
})
