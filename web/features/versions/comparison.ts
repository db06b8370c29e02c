import { createTransport } from '#web/features/player/engine/transport.ts'
import { createStore } from '#web/lib/store.ts'

/** Two files that play at the same position, of which one is heard. */

export type Side = 'a' | 'b'
export type ComparisonState = {
  heard: Side
  isPlaying: boolean
  /** Seconds. */
  position: number
  /** Of the one that is heard; 0 while unknown. */
  duration: number
  /** Whether both have the same loudness. */
  isLevelled: boolean
  /** The sides that this browser cannot play. */
  failed: readonly Side[]
}
export type Loudness = Record<Side, number | null | undefined>

export type Comparison = ReturnType<typeof createComparison>

/** Seconds that the silent one may be off before it is set to the position of the other. */
const maxDrift = 0.03

/** Factors that make both as loud as the quieter one: nothing clips. Null while one is not known. */
export function equalGains({ a, b }: Loudness): Record<Side, number> | null {
  if (a == null || b == null) return null
  const quieter = Math.min(a, b)
  return { a: 10 ** ((quieter - a) / 20), b: 10 ** ((quieter - b) / 20) }
}

const isNear = (volume: number, gain = Number.NaN) => Math.abs(volume - gain) < 0.001

/** Both play, one of them muted: switching is at once. Not in the document, where starting one would pause the other. */
export function createComparison(urls: Record<Side, string>, createAudio = () => new Audio()) {
  const elements = { a: createAudio(), b: createAudio() }
  const transports = { a: createTransport(elements.a), b: createTransport(elements.b) }
  const sides = ['a', 'b'] as const
  const store = createStore<ComparisonState>({
    ...{ heard: 'b', isPlaying: false, position: 0, duration: 0, isLevelled: false, failed: [] },
  })
  const { get } = store
  const update = (change: Partial<ComparisonState>) => store.set({ ...get(), ...change })
  const heard = () => transports[get().heard]
  const silent = () => transports[get().heard === 'a' ? 'b' : 'a']

  function follow() {
    update({ position: heard().position(), duration: heard().duration() })
    if (elements[get().heard].ended) pause()
  }
  function align() {
    const position = heard().position()
    if (Math.abs(silent().position() - position) > maxDrift) silent().seek(position)
  }
  function start(side: Side) {
    transports[side].play().catch(() => {})
  }
  function play() {
    if (elements[get().heard].ended) seek(0)
    align()
    sides.forEach(start)
    update({ isPlaying: true })
  }
  function pause() {
    for (const side of sides) transports[side].pause()
    update({ isPlaying: false })
  }
  function seek(seconds: number) {
    for (const side of sides) transports[side].seek(seconds)
    update({ position: seconds })
  }
  function hear(side: Side) {
    if (side === get().heard || get().failed.includes(side)) return
    align()
    elements[get().heard].muted = true
    elements[side].muted = false
    update({ heard: side })
    if (get().isPlaying && elements[side].paused) start(side)
    follow()
  }
  for (const side of sides) {
    const element = elements[side]
    element.preload = 'auto'
    element.muted = side !== get().heard
    transports[side].subscribe(() => side === get().heard && follow())
    transports[side].listen({
      failed() {
        update({ failed: [...get().failed, side] })
        hear(side === 'a' ? 'b' : 'a')
      },
    })
    transports[side].prepare(urls[side])
  }
  return {
    get,
    subscribe: store.subscribe,
    toggle: () => (get().isPlaying ? pause() : play()),
    seek,
    hear,
    switch: () => hear(get().heard === 'a' ? 'b' : 'a'),
    setLoudness(loudness: Loudness) {
      const gains = equalGains(loudness)
      for (const side of sides) transports[side].setGain(gains?.[side] ?? 1)
      // On iPhones only the buttons of the device change a volume.
      const isLevelled = sides.every((side) => isNear(elements[side].volume, gains?.[side]))
      update({ isLevelled })
    },
    close() {
      for (const side of sides) transports[side].stop()
    },
  }
}
