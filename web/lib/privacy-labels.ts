import type { Privacy } from '#contract/fields.ts'

export const privacyLabels: Record<Privacy, { name: string; hint: string }> = {
  public: { name: 'Public', hint: 'Listed everywhere, for everybody' },
  unlisted: { name: 'Unlisted', hint: 'For anybody with the link, listed nowhere' },
  private: { name: 'Private', hint: 'For you alone' },
}
