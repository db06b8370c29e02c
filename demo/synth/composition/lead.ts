import { type LeadName, leadVoices } from '../instruments/lead-voices.ts'
import type { Channel } from '../song.ts'
import { fitTheme, inventTheme, type MelodyStyle } from './melody.ts'
import { legato } from './notes.ts'
import type { Scale } from './scales.ts'
import { type Score, write } from './score.ts'

export type LeadPart = {
  name?: string
  part?: string
  instrument: LeadName
  rhythms: readonly string[]
  step: number
  motifBeats: number
  scale?: Scale
  leap?: number
  transpose?: number
} & Omit<Channel, 'name' | 'voice' | 'notes'>

/** A melody for the song, in every section with the lead part. */
export function leadChannel(score: Score, lead: LeadPart): Channel {
  const { instrument, rhythms, step, motifBeats, scale, leap, transpose = 0, ...rest } = lead
  const { part = 'lead', name = 'lead', ...channel } = rest
  const { voice, low, high, joins } = leadVoices[instrument]
  const random = score.random.fork(name)
  const style: MelodyStyle = {
    scale: scale ?? score.scale,
    low: low + transpose,
    high: high + transpose,
    rhythms,
    step,
    motifBeats,
    ...(leap === undefined ? {} : { leap }),
  }
  // Verses have their own, lower melody; all other sections share the main one.
  const verse = { theme: inventTheme(random.fork('verse'), style), height: 0.36 }
  const main = { theme: inventTheme(random.fork('main'), style), height: 0.54 }
  const form = random.whole(0, 3)
  const notes = write(score, part, (section) => {
    const { theme, height } = section.name === 'verse' ? verse : main
    return fitTheme(theme, section.chords, { form, height })
  })
  return { ...channel, name, voice, notes: joins ? legato(notes) : notes }
}
