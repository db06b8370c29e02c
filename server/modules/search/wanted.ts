import type { KnownWord, Typed, Wanted } from './queries.ts'
import { isOneTypoAway } from './typo.ts'

/** More would not be what was meant, and take long. */
const meantMost = 20

type Part = { query: string; uses: number }

/** Every word must be there; the last one may still be being typed. Nothing if one of them stands nowhere. */
export function wantedAsTyped(typed: Typed, limit: number): Wanted | undefined {
  return wanted(typed, typed.words.map(asTyped), limit)
}

/** Every word may be one typo away from what is there. `near` are the words that come into question for each. */
export function wantedWithTypos(
  typed: Typed,
  near: KnownWord[][],
  limit: number,
): Wanted | undefined {
  const parts = typed.words.map((word, index, words) => {
    const meant = (near[index] ?? []).filter((other) => isOneTypoAway(word.word, other.word))
    const all = [asTyped(word, index, words), ...meant.slice(0, meantMost).map(whole)]
    return {
      query: `(${all.map(({ query }) => query).join(' | ')})`,
      uses: all.reduce((sum, { uses }) => sum + uses, 0),
    }
  })
  return wanted(typed, parts, limit)
}

/** Words hold no sign that means something in a tsquery: search_words_of cuts at all of them. */
const whole = ({ word, uses }: KnownWord): Part => ({ query: `'${word}'`, uses })

function asTyped(word: KnownWord, index: number, words: KnownWord[]): Part {
  return index < words.length - 1 ? whole(word) : { query: `'${word.word}':*`, uses: word.uses }
}

function wanted({ name, tracks }: Typed, parts: Part[], limit: number): Wanted | undefined {
  const [rarest] = parts.toSorted((a, b) => a.uses - b.uses)
  if (!rarest || rarest.uses === 0) return undefined
  return {
    fits: parts.map(({ query }) => query).join(' & '),
    is: `'${name}'`,
    begins: `'${name}':*`,
    rarest,
    expected: parts.reduce((hits, { uses }) => hits * Math.min(1, uses / tracks), tracks),
    tracks,
    limit,
  }
}
