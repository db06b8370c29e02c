import { isWithinOneEdit } from './edit-distance.ts'
import type { IndexedTerm, ParsedQuery, QueryPlan, QueryTerm } from './repository.ts'

/** More would not be what was meant, and take long. */
const othersMost = 20

type Clause = {
  query: string
  uses: number
  /** Whether it holds a beginning, for which the index is read through. */
  isOpen: boolean
}

/** Every word must be there; the last one may still be being typed. Nothing if one of them stands nowhere. */
export function planExact(typed: ParsedQuery, limit: number): QueryPlan | undefined {
  return buildPlan(
    typed,
    typed.words.map((word) => anyOf(asTyped(word))),
    limit,
  )
}

/** Every word may be one typo away from what is there. `near` are the words that come into question for each. */
export function planWithTypos(
  typed: ParsedQuery,
  near: IndexedTerm[][],
  limit: number,
): QueryPlan | undefined {
  const parts = typed.words.map((word, index) => {
    const others = (near[index] ?? []).filter((other) => isWithinOneEdit(word.word, other.word))
    return anyOf([...asTyped(word), ...others.slice(0, othersMost).map(whole)])
  })
  return buildPlan(typed, parts, limit)
}

/** Words hold no sign that means something in a tsquery: search_words_of cuts at all of them. */
const whole = ({ word, uses }: IndexedTerm): Clause => ({ query: `'${word}'`, uses, isOpen: false })

function asTyped({ word, uses, expansions }: QueryTerm): Clause[] {
  if (uses === 0) return []
  if (expansions) return expansions.map(whole)
  return [{ query: `'${word}':*`, uses, isOpen: true }]
}

function anyOf(parts: Clause[]): Clause {
  return {
    query: `(${parts.map(({ query }) => query).join(' | ')})`,
    uses: parts.reduce((sum, { uses }) => sum + uses, 0),
    isOpen: parts.some(({ isOpen }) => isOpen),
  }
}

function buildPlan(
  { name, tracks }: ParsedQuery,
  parts: Clause[],
  limit: number,
): QueryPlan | undefined {
  const [rarest] = parts.toSorted((a, b) => a.uses - b.uses)
  if (!rarest || rarest.uses === 0) return undefined
  const together = (some: Clause[]) =>
    some.reduce((hits, { uses }) => hits * Math.min(1, uses / tracks), tracks)
  const allOf = (some: Clause[]) => some.map(({ query }) => query).join(' & ')
  const closed = parts.filter(({ isOpen }) => !isOpen)
  const open = parts.filter(({ isOpen }) => isOpen)
  return {
    match: allOf(parts),
    exact: `'${name}'`,
    prefix: `'${name}':*`,
    rarest,
    driving: closed.length > 0 && together(closed) <= together(open) ? allOf(closed) : allOf(parts),
    expected: together(parts),
    tracks,
    limit,
  }
}
