/** How many frames to wait for an element of the client-rendered page. */
const maxFrames = 120

/**
 * Replays what a visitor did on the server-rendered page before the scripts had loaded:
 * `bootstrap.js` has marked clicked buttons, and numbered the elements that had the focus.
 */
export async function replayEvents(root: HTMLElement, rendered: Element): Promise<void> {
  const marked = (mark: string) => [...rendered.querySelectorAll<HTMLElement>(`[data-${mark}]`)]
  const focused = marked('focused').sort(
    (a, b) => Number(a.dataset['focused']) - Number(b.dataset['focused']),
  )
  for (const recorded of focused) {
    const target = await counterpart(root, rendered, recorded)
    if (recorded instanceof HTMLInputElement && target instanceof HTMLInputElement)
      type(target, recorded.value)
    // A visitor may have moved the focus in the client-rendered page already.
    else if (recorded === focused.at(-1) && document.activeElement === document.body)
      target?.focus({ preventScroll: true })
  }
  for (const recorded of marked('clicked')) (await counterpart(root, rendered, recorded))?.click()
}

/** The element with the same label, and among several the one at the same index. */
async function counterpart(root: HTMLElement, rendered: Element, recorded: HTMLElement) {
  const index = sameLabel(rendered, recorded).indexOf(recorded)
  for (let frame = 0; frame < maxFrames; frame++) {
    const found = sameLabel(root, recorded)[index]
    if (found) return found
    await new Promise(requestAnimationFrame)
  }
  return undefined
}

function sameLabel(container: Element, element: HTMLElement): HTMLElement[] {
  const all = [...container.querySelectorAll<HTMLElement>(element.tagName)]
  return all.filter((other) => labelOf(other) === labelOf(element))
}

/** Elements without a label, such as `main`, are distinguished by their index alone. */
const labelOf = (element: HTMLElement) =>
  element.getAttribute('aria-label') ?? (element.matches('a, button') ? element.textContent : '')

/** Uses the native setter: React ignores an input event if its own value tracker saw the change. */
function type(input: HTMLInputElement, text: string): void {
  input.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
