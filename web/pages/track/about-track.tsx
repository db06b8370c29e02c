import { SectionTitle } from './section-title.tsx'

/** What the artist wrote; blank lines part paragraphs. */
export function AboutTrack({ description }: { description: string }) {
  return (
    <section>
      <SectionTitle>About this track</SectionTitle>
      <div className="mt-4 grid max-w-[62ch] gap-[1em] leading-[1.6] wrap-anywhere whitespace-pre-line text-muted tablet:text-lg">
        {description.split(/\n\s*\n/).map((paragraph, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change places
          <p key={place}>{paragraph.trim()}</p>
        ))}
      </div>
    </section>
  )
}
