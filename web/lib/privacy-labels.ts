import type { Privacy } from '#contract/fields.ts'

export const privacyLabels: Record<Privacy, { name: string; hint: string }> = {
  public: { name: 'Public', hint: 'Anyone can find and play it' },
  unlisted: { name: 'Unlisted', hint: 'Anyone with the link; hidden from lists and search' },
  private: { name: 'Private', hint: 'Only you and administrators' },
}

/** Explains the chosen privacy of something whose saved privacy is `saved`. */
export function privacyHint(chosen: Privacy, saved: Privacy | undefined): string {
  const { hint } = privacyLabels[chosen]
  const wasPublic = saved === 'public' && chosen === 'unlisted'
  return wasPublic ? `${hint}. Its link stays the same: anyone who has it can still open it.` : hint
}
