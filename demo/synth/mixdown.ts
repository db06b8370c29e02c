import { hertzOf } from './composition/scales.ts'
import { applyCurve } from './control.ts'
import { duckingCurve, glue, limit } from './dynamics.ts'
import { delay } from './effects/delay.ts'
import { reverb } from './effects/reverb.ts'
import { fadeEnds } from './envelopes.ts'
import { equalize, removeOffset } from './filters.ts'
import { activeLoudness, integratedLoudness } from './loudness.ts'
import type { Random } from './random.ts'
import type { Channel, Master, Song } from './song.ts'
import {
  addInto,
  amplify,
  forEachSide,
  framesIn,
  fromDecibels,
  type Stereo,
  silence,
} from './sound.ts'
import { renderBackgroundNoise } from './texture.ts'
import { type Timing, timingOf } from './timing.ts'

/** Headroom, because an mp3 decoder may overshoot. */
const ceiling = fromDecibels(-2.2)

export function mixdown(song: Song, random: Random): Stereo {
  const clock = timingOf(song)
  const seconds = clock.secondsAt(song.beats) + song.tail
  const buses = { mix: silence(seconds), reverb: silence(seconds), delay: silence(seconds) }
  const pulse = (song.pulse ?? []).map((beat) => clock.secondsAt(beat))
  const sound = silence(seconds)
  for (const channel of song.channels) {
    if (channel.notes.length === 0) continue
    renderChannel(channel, clock, sound, random.fork(channel.name))
    if (channel.duck && pulse.length > 0) {
      const options = { depth: channel.duck, recovery: song.pump ?? 0.28 }
      const dip = duckingCurve(sound.left.length, pulse, options)
      forEachSide(sound, (samples) => applyCurve(samples, dip))
    }
    send(sound, channel, buses)
  }
  if (song.delay) addWet(buses.mix, buses.delay, delay(buses.delay, song.delay), buses.reverb)
  addWet(buses.mix, buses.reverb, reverb(buses.reverb, song.reverb))
  if (song.backgroundNoise) {
    const { kind, level } = song.backgroundNoise
    // Another name than 'air' would change the noise of existing demo tracks.
    const noise = renderBackgroundNoise(kind, seconds, random.fork('air'))
    mixStereo(buses.mix, noise, gainTo(noise, level))
  }
  return masterMix(buses.mix, song.master)
}

function mixStereo(target: Stereo, source: Stereo, gain: number): void {
  addInto(target.left, source.left, { gain })
  addInto(target.right, source.right, { gain })
}

/** Adds the output of the reverb or the delay, as loud as its input, so that only the send levels matter. */
function addWet(mix: Stereo, sent: Stereo, wet: Stereo, alsoTo?: Stereo): void {
  const gain = fromDecibels(activeLoudness(sent) - activeLoudness(wet))
  if (!Number.isFinite(gain)) return
  mixStereo(mix, wet, gain)
  if (alsoTo) mixStereo(alsoTo, wet, gain * 0.25)
}

/** The gain that brings a signal to a loudness. */
function gainTo(sound: Stereo, level: number): number {
  const now = activeLoudness(sound)
  return Number.isFinite(now) ? fromDecibels(level - now) : 0
}

type Buses = { mix: Stereo; reverb: Stereo; delay: Stereo }

/** Mixes a channel into the dry, reverb and delay buses in one pass. */
function send(sound: Stereo, channel: Channel, buses: Buses): void {
  const gain = gainTo(sound, channel.level)
  const toReverb = gain * (channel.reverbSend ?? 0)
  const toDelay = gain * (channel.delaySend ?? 0)
  for (const side of ['left', 'right'] as const) {
    if (toReverb === 0 && toDelay === 0) addInto(buses.mix[side], sound[side], { gain })
    else
      addToAll(
        sound[side],
        [buses.mix[side], gain],
        [buses.reverb[side], toReverb],
        [buses.delay[side], toDelay],
      )
  }
}

type Send = readonly [bus: Float32Array, gain: number]

function addToAll(
  source: Float32Array,
  [mix, gain]: Send,
  [reverbBus, toReverb]: Send,
  [delayBus, toDelay]: Send,
) {
  for (let i = 0; i < source.length; i++) {
    const sample = source[i] ?? 0
    mix[i] = (mix[i] ?? 0) + sample * gain
    reverbBus[i] = (reverbBus[i] ?? 0) + sample * toReverb
    delayBus[i] = (delayBus[i] ?? 0) + sample * toDelay
  }
}

/** Renders into a reused buffer: clearing one is faster than allocating. */
function renderChannel(channel: Channel, clock: Timing, out: Stereo, random: Random): void {
  forEachSide(out, (samples) => samples.fill(0))
  const variations = channel.variations ?? 2
  const rendered = new Map<string, Stereo>()
  channel.notes.forEach((note, index) => {
    const starts = clock.secondsAt(note.at)
    const held = Math.max(0.03, clock.secondsAt(note.at + note.length) - starts)
    const velocity = Math.max(1, Math.round(note.velocity * 5)) / 5
    const key = [note.pitch, note.from ?? '', held.toFixed(2), velocity, index % variations].join(
      ' ',
    )
    const sound =
      rendered.get(key) ??
      channel.voice({
        hertz: hertzOf(note.pitch),
        seconds: held,
        velocity,
        random: random.fork(key),
        ...(note.from === undefined ? {} : { fromHertz: hertzOf(note.from) }),
      })
    rendered.set(key, sound)
    const at = framesIn(Math.max(0, starts + random.bell(channel.timingJitter ?? 0.004)))
    const pan = (channel.pan ?? 0) + random.between(-1, 1) * (channel.scatter ?? 0)
    mixPanned(out, sound, at, note.velocity ** 1.4, pan)
  })
  for (const effect of channel.effects ?? []) effect(out)
}

/** Mixes a note into the channel with constant-power panning. */
function mixPanned(out: Stereo, sound: Stereo, at: number, gain: number, pan: number): void {
  const angle = ((Math.max(-1, Math.min(1, pan)) + 1) * Math.PI) / 4
  addInto(out.left, sound.left, { at, gain: gain * Math.SQRT2 * Math.cos(angle) })
  addInto(out.right, sound.right, { at, gain: gain * Math.SQRT2 * Math.sin(angle) })
}

/** Mastering: equalizer, compressor, loudness, limiter, fades. */
function masterMix(mix: Stereo, master: Master): Stereo {
  forEachSide(mix, (samples) => {
    removeOffset(samples)
    for (const band of master.tone ?? []) equalize(samples, band)
  })
  for (const effect of master.effects ?? []) effect(mix)
  setOverall(mix, master.loudness)
  glue(mix, { threshold: 0.4, ratio: 1.8 })
  setOverall(mix, master.loudness)
  limit(mix, ceiling)
  const heard = withoutSilentEnd(mix)
  forEachSide(heard, (samples) => fadeEnds(samples, master.fadeIn ?? 0.01, master.fadeOut ?? 1.5))
  return heard
}

/** Trims trailing silence. */
function withoutSilentEnd({ left, right }: Stereo): Stereo {
  let last = left.length - 1
  while (last > 0 && Math.abs(left[last] ?? 0) + Math.abs(right[last] ?? 0) < 0.002) last--
  const end = Math.min(left.length, last + framesIn(0.5))
  return { left: left.slice(0, end), right: right.slice(0, end) }
}

function setOverall(mix: Stereo, loudness: number): void {
  const gain = fromDecibels(loudness - integratedLoudness(mix))
  if (Number.isFinite(gain)) forEachSide(mix, (samples) => amplify(samples, gain))
}
