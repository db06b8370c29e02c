import { limits } from '#contract/limits.ts'

const graphemes = new Intl.Segmenter()

/**
 * The beginning of a text for a list: whole graphemes, so that no emoji becomes another one. A letter with more marks
 * than that is cut among them.
 */
export function excerpt(text: string, max: number = limits.maxExcerptLength): string {
  if (text.length <= max) return text
  const points = Array.from(text)
  if (points.length <= max) return text
  const end = points.slice(0, max).join('').length
  return text.slice(0, graphemes.segment(text).containing(end)?.index || end)
}
