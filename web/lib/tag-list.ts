/** Tags as people type them, with commas between, and as they are kept. */

export function tagsIn(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags.filter(Boolean))]
}

export function tagText(tags: readonly string[]): string {
  return tags.join(', ')
}
