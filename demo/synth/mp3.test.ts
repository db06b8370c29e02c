import { parseBuffer } from 'music-metadata'
import { expect, test } from 'vitest'
import { openMp3Encoder } from './mp3.ts'
import { addSine } from './oscillators.ts'
import { silence } from './sound.ts'

test('mp3 encoder: one encoder produces playable files of the right length repeatedly', async () => {
  const encode = await openMp3Encoder()
  for (const seconds of [3, 7]) {
    const sound = silence(seconds)
    addSine(sound.left, { hertz: 440, gain: 0.5 })
    addSine(sound.right, { hertz: 660, gain: 0.5 })
    const mp3 = encode(sound)
    const { format } = await parseBuffer(mp3, 'audio/mpeg', { duration: true })
    expect(format).toMatchObject({ codec: 'MPEG 1 Layer 3', numberOfChannels: 2 })
    expect(format.sampleRate).toBe(32_000)
    expect(Math.abs((format.duration ?? 0) - seconds)).toBeLessThan(0.15)
    expect(mp3.length / seconds).toBeLessThan(16_000)
  }
})
