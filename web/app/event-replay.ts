/** How many frames to wait for an element of the client-rendered page. */
const maxFrames = 120

/**
 * Replays what a visitor did on the server-rendered page before the scripts had loaded:
 * `bootstrap.js` has marked clicked buttons and focused inputs.
 */
export async function replayEvents(root: HTMLElement, drawn: Element): Promise<void> {
  for (const early of drawn.querySelectorAll<HTMLElement>('[data-early]')) {
    const living = await counterpart(root, drawn, early)
    if (living instanceof HTMLInputElement) type(living, (early as HTMLInputElement).value)
    else living?.click()
  }
}

/** The element with the same label, and among several the one at the same index. */
async function counterpart(root: HTMLElement, drawn: Element, early: HTMLElement) {
  const place = sameLabel(drawn, early).indexOf(early)
  for (let frame = 0; frame < maxFrames; frame++) {
    const found = sameLabel(root, early)[place]
    if (found) return found
    await new Promise(requestAnimationFrame)
  }
  return undefined
}

function sameLabel(within: Element, one: HTMLElement): HTMLElement[] {
  const all = [...within.querySelectorAll<HTMLElement>(one.tagName)]
  return all.filter((other) => labelOf(other) === labelOf(one))
}

const labelOf = (element: HTMLElement) =>
  element.getAttribute('aria-label') ?? element.textContent ?? ''

/** Uses the native setter: React ignores an input event if its own value tracker saw the change. */
function type(input: HTMLInputElement, text: string): void {
  input.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
