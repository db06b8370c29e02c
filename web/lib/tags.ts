import { z } from 'zod'
import { trackFields } from '#contract/tracks.ts'

/** Tags as people type them, with commas between, and as they are kept. */

export function parseTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags.filter(Boolean))]
}

export function formatTags(tags: readonly string[]): string {
  return tags.join(', ')
}

/** One field of a form, so one message for all tags in it. */
export const tagsField = z.string().transform((text, context) => {
  const { data, error } = trackFields.tags.safeParse(parseTags(text))
  if (data) return data
  context.addIssue({ code: 'custom', message: error.issues[0]?.message })
  return z.NEVER
})
