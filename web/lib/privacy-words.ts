import type { Privacy } from '#contract/fields.ts'

/** How the three kinds of privacy are named, and what each means. */
export const privacyWords: Record<Privacy, { name: string; hint: string }> = {
  public: { name: 'Public', hint: 'Listed everywhere, for everybody' },
  unlisted: { name: 'Unlisted', hint: 'For anybody with the link, listed nowhere' },
  private: { name: 'Private', hint: 'For you alone' },
}
