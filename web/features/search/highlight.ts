/** A piece of a text, and whether it is what was looked for. */
export type TextSegment = { text: string; matches: boolean }

/** Cuts a text where the words that were typed stand in it, whatever their case and accents. */
export function highlight(text: string, typed: string): TextSegment[] {
  const letters = [...text]
  const folded = letters.map(fold)
  const marked = letters.map(() => false)
  for (const word of typed.split(/\s+/).map(fold)) if (word) mark(folded, word, marked)
  const parts: TextSegment[] = []
  letters.forEach((letter, i) => {
    const matches = marked[i] === true
    const last = parts.at(-1)
    if (last?.matches === matches) last.text += letter
    else parts.push({ text: letter, matches })
  })
  return parts
}

/** Marks the letters of a word wherever it begins a word of the text. */
function mark(folded: readonly string[], word: string, marked: boolean[]): void {
  for (let start = 0; start < folded.length; start++) {
    if (start > 0 && /[\p{L}\p{N}]/u.test(folded[start - 1] ?? '')) continue
    let end = start
    let read = ''
    while (read.length < word.length && end < folded.length) read += folded[end++]
    if (read.startsWith(word)) marked.fill(true, start, end)
  }
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
