/** A piece of a text; `href` is set where it is a web address. */
export type TextPart = { text: string; href?: string }

/** No white space, control or format characters, which could disguise the address, and no quotes or brackets around it. */
const address = /\b(?:https?:\/\/|www\.)[^\s\p{C}\p{Z}<>"“”«»]+/giu

/** Splits a text at its web addresses. The parts together are the text, unchanged. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(address)) {
    const shown = withoutPunctuation(match)
    const href = webUrl(shown)
    if (!href) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: shown, href })
    end = index + shown.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Drops the punctuation of the sentence; a closing bracket stays if it was opened in the address. */
function withoutPunctuation(match: string): string {
  let shown = match
  for (;;) {
    const last = shown.at(-1) ?? ''
    const isOpened = last === ')' && count(shown, '(') >= count(shown, ')')
    if (isOpened || !/[.,;:!?'’…)\]}*_~|]/.test(last)) return shown
    shown = shown.slice(0, -1)
  }
}

const count = (text: string, character: string) => text.split(character).length - 1

/** Undefined for what must not become a link, such as an address with credentials, which disguise the host. */
function webUrl(shown: string): string | undefined {
  const url = URL.parse(/^www\./i.test(shown) ? `https://${shown}` : shown)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return url.hostname.includes('.') && !url.username && !url.password ? url.href : undefined
}
