/** What tests record in the page. */
interface Window {
  axe: typeof import('axe-core')
  buttons: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>
  copied: string
  handlers: unknown[]
  isOld: boolean
  meter: AnalyserNode
  moved: unknown[]
  positionState: MediaPositionState
  preview: HTMLAudioElement
  recorded: Float32Array<ArrayBuffer>[]
  shared: ShareData
  shift: number
  /** See `e2e/browsers/page.ts`. */
  sound?: HTMLMediaElement | null
  /** See `captureAudio`. */
  sounds: HTMLAudioElement[]
  stateAtEnd: { next: string; paused: boolean }
  storageUses: string[]
  updatedElements: Set<string>
  violations: string[]
}

/** TypeScript has no type for it, since only Chromium measures it. */
interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean
  value: number
  sources: { node: Node | null; currentRect: DOMRectReadOnly }[]
}
