import type { KnownWord, Typed, TypedWord, Wanted } from './queries.ts'
import { isOneTypoAway } from './typo.ts'

/** More would not be what was meant, and take long. */
const othersMost = 20

type Part = {
  query: string
  uses: number
  /** Whether it holds a beginning, for which the index is read through. */
  isOpen: boolean
}

/** Every word must be there; the last one may still be being typed. Nothing if one of them stands nowhere. */
export function wantedAsTyped(typed: Typed, limit: number): Wanted | undefined {
  return wanted(
    typed,
    typed.words.map((word) => anyOf(asTyped(word))),
    limit,
  )
}

/** Every word may be one typo away from what is there. `near` are the words that come into question for each. */
export function wantedWithTypos(
  typed: Typed,
  near: KnownWord[][],
  limit: number,
): Wanted | undefined {
  const parts = typed.words.map((word, index) => {
    const others = (near[index] ?? []).filter((other) => isOneTypoAway(word.word, other.word))
    return anyOf([...asTyped(word), ...others.slice(0, othersMost).map(whole)])
  })
  return wanted(typed, parts, limit)
}

/** Words hold no sign that means something in a tsquery: search_words_of cuts at all of them. */
const whole = ({ word, uses }: KnownWord): Part => ({ query: `'${word}'`, uses, isOpen: false })

function asTyped({ word, uses, meant }: TypedWord): Part[] {
  if (uses === 0) return []
  if (meant) return meant.map(whole)
  return [{ query: `'${word}':*`, uses, isOpen: true }]
}

function anyOf(parts: Part[]): Part {
  return {
    query: `(${parts.map(({ query }) => query).join(' | ')})`,
    uses: parts.reduce((sum, { uses }) => sum + uses, 0),
    isOpen: parts.some(({ isOpen }) => isOpen),
  }
}

function wanted({ name, tracks }: Typed, parts: Part[], limit: number): Wanted | undefined {
  const [rarest] = parts.toSorted((a, b) => a.uses - b.uses)
  if (!rarest || rarest.uses === 0) return undefined
  const together = (some: Part[]) =>
    some.reduce((hits, { uses }) => hits * Math.min(1, uses / tracks), tracks)
  const allOf = (some: Part[]) => some.map(({ query }) => query).join(' & ')
  const closed = parts.filter(({ isOpen }) => !isOpen)
  const open = parts.filter(({ isOpen }) => isOpen)
  return {
    fits: allOf(parts),
    is: `'${name}'`,
    begins: `'${name}':*`,
    rarest,
    through: closed.length > 0 && together(closed) <= together(open) ? allOf(closed) : allOf(parts),
    expected: together(parts),
    tracks,
    limit,
  }
}
