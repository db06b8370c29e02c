import { limits } from '#contract/limits.ts'
import type { ReleaseTags } from './release-tags.ts'

/** What the name of an audio file says about its track, where its tags say nothing. */
export type NamedTrack = { title: string; position: Pick<ReleaseTags, 'disc' | 'number'> }

/** '1-04 Dew', 'A2 Dew', '04 - Dew' or '3. Dew', '04 Dew' or '04_dew'. */
const patterns = [
  /^(?<disc>[1-3])[-.](?<number>\d\d)(?:\s*[-–—.)_])?\s+/,
  /^(?<side>[A-D])(?<number>[1-9])(?:\s*[-–—.)_])?\s+/,
  /^(?<number>\d\d?|0\d\d)(?:\s*[-–—.)_]\s+|\s+[-–—_])/,
  /^(?<number>0\d)(?:\s+|[-_.])/,
]
/** '10 Dew' and '10_dew' beside '04 Dew': alone, '99 Balloons' is a title. */
const besidePadded = /^(?<number>\d\d)(?:\s+|[-_.])/

export const hasPaddedNumber = (name: string): boolean => /^0\d(\s|[-_.])/.test(name)

/** `isBesidePadded`: files that were chosen with it have numbers such as 04. */
export function readFileName(name: string, isBesidePadded = false): NamedTrack {
  const stem = name.replace(/(?<=.)\.[^.]*$/, '').trim()
  const known = isBesidePadded ? [...patterns, besidePadded] : patterns
  const match = known.map((pattern) => pattern.exec(stem)).find((found) => found)
  const rest = stem.slice(match?.[0].length ?? 0)
  if (!match || !/[\p{L}\p{N}]/u.test(rest))
    return { title: cut(stem) || name.slice(0, limits.maxTitleLength), position: {} }
  const { disc, side, number } = match.groups ?? {}
  const part = side ? 'ABCD'.indexOf(side) + 1 : disc && Number(disc)
  return { title: cut(rest), position: { ...(part && { disc: part }), number: Number(number) } }
}

/** To the maximum length of a title. */
const cut = (text: string) =>
  text
    .trim()
    .slice(0, limits.maxTitleLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
