import { z } from 'zod'
import { trackFields } from '#contract/tracks.ts'

/** Tags as a comma-separated text, as forms show them, and as a list. */

export function parseTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags.filter(Boolean))]
}

export function formatTags(tags: readonly string[]): string {
  return tags.join(', ')
}

/** A form field: reports the first error of all tags. */
export const tagsField = z.string().transform((text, context) => {
  const { data, error } = trackFields.tags.safeParse(parseTags(text))
  if (data) return data
  context.addIssue({ code: 'custom', message: error.issues[0]?.message })
  return z.NEVER
})
