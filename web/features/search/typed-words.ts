import { limits } from '#contract/limits.ts'

/** What is looked for when somebody has typed this. */
export function normalizeQuery(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, limits.searchQuery)
}
