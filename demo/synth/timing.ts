import type { Song } from './song.ts'

export type Timing = { secondsAt(beat: number): number }

/** Converts beats to seconds, including swing and ritardando. */
export function timingOf(song: Pick<Song, 'bpm' | 'beats' | 'swing' | 'slowing'>): Timing {
  const { swing, slowing } = song
  const beatSeconds = 60 / song.bpm
  const swung = (beat: number) => {
    if (!swing) return beat
    const pair = swing.grid * 2
    const start = Math.floor(beat / pair + 1e-9) * pair
    const phase = (beat - start) / pair
    const warped =
      phase < 0.5 ? phase * 2 * swing.ratio : swing.ratio + (phase - 0.5) * 2 * (1 - swing.ratio)
    return start + warped * pair
  }
  return {
    secondsAt(beat) {
      const plain = swung(beat)
      if (!slowing) return plain * beatSeconds
      const into = Math.max(0, plain - (song.beats - slowing.beats))
      return (plain + (into * into * slowing.amount) / (2 * slowing.beats)) * beatSeconds
    },
  }
}
