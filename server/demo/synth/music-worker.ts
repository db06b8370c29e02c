import { parentPort } from 'node:worker_threads'
import type { Brief } from './composition/score.ts'
import { openMp3Encoder } from './mp3.ts'
import { renderMusic, type StyleName } from './render.ts'
import { sampleRate } from './sound.ts'

export type MusicOrder = { style: StyleName; brief: Brief }
export type Music = { mp3: Uint8Array<ArrayBuffer>; seconds: number }

const encode = await openMp3Encoder()

parentPort?.on('message', ({ style, brief }: MusicOrder) => {
  const sound = renderMusic(style, brief)
  const music: Music = { mp3: encode(sound), seconds: sound.left.length / sampleRate }
  parentPort?.postMessage(music, [music.mp3.buffer])
})
