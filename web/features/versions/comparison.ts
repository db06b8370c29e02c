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
  const sides = ['a', 'b'] as const
  const store = createStore<ComparisonState>({
    ...{ heard: 'b', isPlaying: false, position: 0, duration: 0, isLevelled: false, failed: [] },
  })
  const { get } = store
  const update = (change: Partial<ComparisonState>) => store.set({ ...get(), ...change })
  const heard = () => elements[get().heard]
  const silent = () => elements[get().heard === 'a' ? 'b' : 'a']
  const durationOf = ({ duration }: HTMLMediaElement) => (Number.isFinite(duration) ? duration : 0)

  function follow() {
    const { currentTime, ended } = heard()
    update({ position: currentTime, duration: durationOf(heard()) })
    if (ended) pause()
  }
  function align() {
    const { currentTime } = heard()
    const drift = Math.abs(silent().currentTime - currentTime)
    if (drift > maxDrift) silent().currentTime = currentTime
  }
  function start(element: HTMLMediaElement) {
    element.play().catch(() => {})
  }
  function play() {
    if (heard().ended) seek(0)
    align()
    for (const side of sides) start(elements[side])
    update({ isPlaying: true })
  }
  function pause() {
    for (const side of sides) elements[side].pause()
    update({ isPlaying: false })
  }
  function seek(seconds: number) {
    for (const side of sides) elements[side].currentTime = seconds
    update({ position: seconds })
  }
  function hear(side: Side) {
    if (side === get().heard || get().failed.includes(side)) return
    align()
    heard().muted = true
    elements[side].muted = false
    update({ heard: side })
    if (get().isPlaying && elements[side].paused) start(elements[side])
    follow()
  }
  for (const side of sides) {
    const element = elements[side]
    element.preload = 'auto'
    element.muted = side !== get().heard
    for (const event of ['timeupdate', 'loadedmetadata', 'ended'] as const)
      element.addEventListener(event, () => side === get().heard && follow())
    element.addEventListener('error', () => {
      if (!element.hasAttribute('src')) return
      update({ failed: [...get().failed, side] })
      hear(side === 'a' ? 'b' : 'a')
    })
    element.src = urls[side]
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
      for (const side of sides) elements[side].volume = gains?.[side] ?? 1
      // On iPhones only the buttons of the device change a volume.
      const isLevelled = sides.every((side) => isNear(elements[side].volume, gains?.[side]))
      update({ isLevelled })
    },
    close() {
      for (const side of sides) {
        elements[side].pause()
        elements[side].removeAttribute('src')
        elements[side].load()
      }
    },
  }
}
