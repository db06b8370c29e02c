import type { Voice } from '../voice.ts'
import { cello, fiddle, viola } from './bowed.ts'
import { soloVoice } from './choir.ts'
import { electricPiano, piano } from './keys.ts'
import { accordion, clarinet, flute, mutedTrumpet, synthLead } from './leads.ts'
import { bell, kalimba, marimba, musicBox, vibraphone } from './mallets.ts'
import { electricGuitar } from './plucked.ts'

/** A lead instrument and its best range. */
export type LeadVoice = { voice: Voice; low: number; high: number; joins: boolean }

export const leadVoices = {
  accordion: { voice: accordion, low: 60, high: 81, joins: true },
  bell: { voice: bell(), low: 67, high: 88, joins: false },
  cello: { voice: cello, low: 45, high: 64, joins: true },
  choir: { voice: soloVoice('ah', 0.25), low: 57, high: 76, joins: true },
  clarinet: { voice: clarinet, low: 55, high: 77, joins: true },
  'electric piano': { voice: electricPiano(1.2), low: 62, high: 84, joins: false },
  fiddle: { voice: fiddle, low: 62, high: 84, joins: true },
  flute: { voice: flute, low: 67, high: 88, joins: true },
  guitar: { voice: electricGuitar, low: 57, high: 79, joins: false },
  kalimba: { voice: kalimba, low: 64, high: 86, joins: false },
  marimba: { voice: marimba, low: 57, high: 81, joins: false },
  'music box': { voice: musicBox, low: 72, high: 93, joins: false },
  piano: { voice: piano(0.2), low: 62, high: 86, joins: false },
  synth: {
    voice: synthLead({ saw: 0.8, pulse: 0.5, cutoff: 1300, bite: 2200, glide: 0.07 }),
    low: 62,
    high: 84,
    joins: true,
  },
  trumpet: { voice: mutedTrumpet, low: 60, high: 81, joins: true },
  vibraphone: { voice: vibraphone, low: 60, high: 84, joins: false },
  viola: { voice: viola, low: 52, high: 74, joins: true },
  voice: { voice: soloVoice('oh'), low: 60, high: 79, joins: true },
} as const satisfies Record<string, LeadVoice>

export type LeadName = keyof typeof leadVoices
