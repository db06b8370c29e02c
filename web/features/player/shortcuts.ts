/** Which key does what, and when it is left to whatever has the focus. */

export type Shortcut = 'toggle' | 'back' | 'forward' | 'mute' | 'next' | 'previous' | 'help'

type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'defaultPrevented'
>

/** What has the focus, as far as keys go. */
export type Focus = {
  /** Text goes there, or it chooses by letters; or a dialog is in front. */
  takesAllKeys: boolean
  takesSpace: boolean
  takesArrows: boolean
}

const shortcuts = new Map<string, Shortcut>([
  [' ', 'toggle'],
  ['ArrowLeft', 'back'],
  ['ArrowRight', 'forward'],
  ['m', 'mute'],
  ['n', 'next'],
  ['p', 'previous'],
  ['?', 'help'],
])

export function shortcutOf(press: Press, focus: Focus): Shortcut | undefined {
  if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey) return undefined
  if (focus.takesAllKeys) return undefined
  const shortcut = shortcuts.get(press.key.length === 1 ? press.key.toLowerCase() : press.key)
  const isSeek = shortcut === 'back' || shortcut === 'forward'
  if (press.shiftKey && shortcut !== 'help') return undefined
  if (press.repeat && !isSeek) return undefined
  if (shortcut === 'toggle' && focus.takesSpace) return undefined
  if (isSeek && focus.takesArrows) return undefined
  return shortcut
}

const takingAll =
  'input:not([type="button"], [type="submit"], [type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"], [role="combobox"]'
/** The expanded player is a dialog too, but its keys are the player's. */
const inFront = '[role="dialog"]:not([data-player-keys]), [role="alertdialog"]'
const takingSpace =
  'button, summary, input, audio, video, [role="button"], [role="tab"], [role="switch"], [role="checkbox"], [role="radio"], [role="option"]'
const takingArrows =
  'input, audio, video, [role="slider"], [role="radio"], [role="radiogroup"], [role="tab"], [role="option"]'

export function focusAt(target: EventTarget | null): Focus {
  const element = target instanceof Element ? target : null
  const within = (selector: string) => Boolean(element?.closest(selector))
  return {
    takesAllKeys: within(takingAll) || within(inFront),
    takesSpace: within(takingSpace),
    takesArrows: within(takingArrows) || scrollsSideways(element),
  }
}

function scrollsSideways(element: Element | null): boolean {
  if (!element || element === document.body) return false
  return (
    element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX !== 'visible'
  )
}
