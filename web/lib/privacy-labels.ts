import type { Privacy } from '#contract/fields.ts'

export const privacyLabels: Record<Privacy, { name: string; hint: string }> = {
  public: { name: 'Public', hint: 'Anyone can find and play it' },
  unlisted: { name: 'Unlisted', hint: 'Anyone with the link; hidden from lists and search' },
  private: { name: 'Private', hint: 'Only you and administrators' },
}
