export type TextSegment = { text: string; matches: boolean }

/** Splits a text into segments that match words of the query and those that do not, ignoring case and accents. */
export function highlight(text: string, query: string): TextSegment[] {
  const characters = [...text]
  const folded = characters.map(fold)
  const marked = characters.map(() => false)
  for (const word of query.split(/\s+/).map(fold)) if (word) mark(folded, word, marked)
  const segments: TextSegment[] = []
  characters.forEach((letter, i) => {
    const matches = marked[i] === true
    const last = segments.at(-1)
    if (last?.matches === matches) last.text += letter
    else segments.push({ text: letter, matches })
  })
  return segments
}

/** Marks the letters of a query word wherever a word of the text starts with it. */
function mark(folded: readonly string[], word: string, marked: boolean[]): void {
  for (let start = 0; start < folded.length; start++) {
    if (start > 0 && /[\p{L}\p{N}]/u.test(folded[start - 1] ?? '')) continue
    let end = start
    let prefix = ''
    while (prefix.length < word.length && end < folded.length) prefix += folded[end++]
    if (prefix.startsWith(word)) marked.fill(true, start, end)
  }
}

/** Ignores case and accents. */
export const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
