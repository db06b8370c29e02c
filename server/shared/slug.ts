import { createHash, randomInt } from 'node:crypto'
import type { Privacy } from '#contract/fields.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'

/** The path segment that names a resource. Created once from its title, and never changed. */

const maxLength = 80
const suffixAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * The title as a slug, then with random suffixes. What is not public always gets a suffix that cannot be guessed, so
 * that neither a URL nor a conflict reveals that it exists (docs/decisions/0018-private-content.md).
 */
export function* slugCandidates(
  { title, privacy }: { title: string; privacy?: Privacy | undefined },
  fallback: string,
): Generator<string, never> {
  const slug = slugify(title)
  const isPublic = privacy === undefined || privacy === 'public'
  if (isPublic && slug && !isUuid(slug)) yield slug
  for (let length = isPublic ? 5 : 12; ; length++) yield `${slug || fallback}-${suffix(length)}`
}

/** As the triggers of retired_slugs compute it. */
export const hashSlug = (slug: string) => createHash('sha256').update(slug).digest('hex')

/** Latin, Greek and Cyrillic letters as ASCII; other scripts stay as they are. */
export function transliterate(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/\P{ASCII}/gu, (letter) => {
      const lower = transliteration.get(letter.toLowerCase())
      if (lower === undefined || letter === letter.toLowerCase()) return lower ?? letter
      return lower.charAt(0).toUpperCase() + lower.slice(1)
    })
}

export function slugify(title: string): string {
  const slug = transliterate(title)
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/&/g, ' and ')
    // Some letters and marks are invisible, such as Hangul fillers and the variation selectors after emoji.
    .replace(/(?:[^\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point})+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return truncate(slug)
}

function truncate(slug: string): string {
  const characters = [...slug]
  if (characters.length <= maxLength) return slug
  const cut = characters.slice(0, maxLength).join('')
  const lastWord = cut.lastIndexOf('-')
  return (lastWord > maxLength / 2 ? cut.slice(0, lastWord) : cut).replace(/-+$/, '')
}

function suffix(length: number): string {
  return Array.from({ length }, () => suffixAlphabet[randomInt(suffixAlphabet.length)]).join('')
}

/** Letters that Unicode does not decompose into a base letter and a mark. */
const transliteration = new Map(
  `ß=ss æ=ae œ=oe ø=o đ=d ð=d þ=th ł=l ħ=h ı=i ĸ=k ŋ=n ŧ=t ƒ=f ə=e
   α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o
   а=a б=b в=v г=g д=d е=e ё=yo ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch
   ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya і=i ї=yi є=ye ґ=g ў=u ј=j љ=lj њ=nj ћ=c ђ=dj џ=dz ѓ=gj ќ=kj ѕ=dz`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [letter: string, ascii: string]),
)
