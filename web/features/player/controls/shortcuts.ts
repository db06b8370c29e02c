import { safeLocalStorage } from '#web/lib/browser-storage.ts'

/** Keyboard shortcuts of the player, and when a key is left to the focused element. */

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'defaultPrevented'
>

/** Which keys the focused element handles itself. */
export type FocusedElement = {
  /** A text field, a list with type-ahead, or anything in a modal dialog. */
  usesAllKeys: boolean
  usesSpace: boolean
  usesArrows: boolean
}

const shortcuts = {
  ' ': 'toggle',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  m: 'mute',
  f: 'like',
  n: 'next',
  p: 'previous',
  s: 'shuffle',
  r: 'repeat',
  q: 'queue',
  a: 'autoplay',
  j: 'skipBack',
  l: 'skipForward',
  '<': 'slower',
  '>': 'faster',
  t: 'sleep',
  '?': 'help',
} as const

/** With Shift: without it these keys scroll. */
const shifted = { ArrowUp: 'louder', ArrowDown: 'quieter' } as const

export type Shortcut =
  | (typeof shortcuts)[keyof typeof shortcuts]
  | (typeof shifted)[keyof typeof shifted]

export function shortcutFor(key: KeyPress, focus: FocusedElement): Shortcut | undefined {
  if (key.defaultPrevented || key.ctrlKey || key.metaKey || key.altKey) return undefined
  if (focus.usesAllKeys) return undefined
  if (key.shiftKey && (key.key === 'ArrowUp' || key.key === 'ArrowDown'))
    return focus.usesArrows ? undefined : shifted[key.key]
  const name = key.key.length === 1 ? key.key.toLowerCase() : key.key
  const shortcut = Object.hasOwn(shortcuts, name)
    ? shortcuts[name as keyof typeof shortcuts]
    : undefined
  const isSeek = shortcut === 'back' || shortcut === 'forward'
  // The other keys are typed with Shift on some keyboards.
  if (key.shiftKey && /^[a-z ]$|^Arrow/i.test(key.key)) return undefined
  if (key.repeat && !isSeek) return undefined
  if (shortcut === 'toggle' && focus.usesSpace) return undefined
  if (isSeek && focus.usesArrows) return undefined
  return shortcut
}

const usingAllKeys =
  'input:not([type="button"], [type="submit"], [type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"], [role="combobox"]'
/** The expanded player is a dialog too, but has the player's shortcuts. */
const modalDialog = '[role="dialog"]:not([data-player-keys]), [role="alertdialog"]'
const usingSpace =
  'button, summary, input, audio, video, [role="button"], [role="tab"], [role="switch"], [role="checkbox"], [role="radio"], [role="option"]'
const usingArrows =
  'input, audio, video, [role="slider"], [role="radio"], [role="radiogroup"], [role="tab"], [role="option"]'

export function focusAt(target: EventTarget | null): FocusedElement {
  const element = target instanceof Element ? target : null
  const within = (selector: string) => Boolean(element?.closest(selector))
  return {
    usesAllKeys: within(usingAllKeys) || within(modalDialog),
    usesSpace: within(usingSpace),
    usesArrows: within(usingArrows) || scrollsHorizontally(element),
  }
}

function scrollsHorizontally(element: Element | null): boolean {
  if (!element || element === document.body) return false
  return (
    element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX !== 'visible'
  )
}

const storageKey = 'single-keys'

/** Users of speech input can disable shortcuts, as WCAG 2.1.4 requires of single-character keys. */
export function shortcutsEnabled(): boolean {
  return safeLocalStorage.get(storageKey) !== 'off'
}

export function setShortcutsEnabled(enabled: boolean): void {
  safeLocalStorage.set(storageKey, enabled ? null : 'off')
}
