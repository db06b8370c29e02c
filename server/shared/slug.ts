import { randomInt } from 'node:crypto'

/** The part of an address that names a thing. Made once from its title, and never changed after. */

const LONGEST = 80
const SUFFIX_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What is looked up by slug or id is an id if it looks like one; no slug ever does. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** The title as a slug, then with a short suffix, as often as one is asked for. */
export function* slugCandidates(title: string, nameless: string): Generator<string, never> {
  const slug = slugify(title)
  if (slug && !isUuid(slug)) yield slug
  for (let length = 5; ; length++) yield `${slug || nameless}-${suffix(length)}`
}

/** Latin, Greek and Cyrillic are spelled in plain Latin; what cannot be spelled so stays as it is written. */
export function slugify(title: string): string {
  const spelled = title
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/&/g, ' and ')
    .replace(/\P{ASCII}/gu, (letter) => spelling.get(letter) ?? letter)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return shorten(spelled)
}

function shorten(slug: string): string {
  const letters = [...slug]
  if (letters.length <= LONGEST) return slug
  const cut = letters.slice(0, LONGEST).join('')
  const lastWord = cut.lastIndexOf('-')
  return (lastWord > LONGEST / 2 ? cut.slice(0, lastWord) : cut).replace(/-+$/, '')
}

function suffix(length: number): string {
  return Array.from({ length }, () => SUFFIX_LETTERS[randomInt(SUFFIX_LETTERS.length)]).join('')
}

/** Letters that do not come apart into a plain one and its accent. */
const spelling = new Map(
  `ß=ss æ=ae œ=oe ø=o đ=d ð=d þ=th ł=l ħ=h ı=i ĸ=k ŋ=n ŧ=t ƒ=f ə=e
   α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o
   а=a б=b в=v г=g д=d е=e ё=yo ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch
   ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya і=i ї=yi є=ye ґ=g ў=u ј=j љ=lj њ=nj ћ=c ђ=dj џ=dz ѓ=gj ќ=kj ѕ=dz`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [letter: string, plain: string]),
)
