/** How long a part of the living page may be late, in frames. */
const maxFrames = 120

/**
 * Does on the living page what a visitor did on the one that the server drew, before there was code
 * for it: `bootstrap.js` has marked the pressed buttons, and the boxes that were typed in.
 */
export async function replayEvents(root: HTMLElement, drawn: Element): Promise<void> {
  for (const early of drawn.querySelectorAll<HTMLElement>('[data-early]')) {
    const living = await counterpart(root, drawn, early)
    if (living instanceof HTMLInputElement) type(living, (early as HTMLInputElement).value)
    else living?.click()
  }
}

/** The one of the same name, and where several have it the one in the same place. */
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

/** As if by hand: React listens to the event, and knows by the prototype's own setter that it is new. */
function type(input: HTMLInputElement, text: string): void {
  input.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
