import { type PlaylistType, playlistNouns } from '#contract/playlist-types.ts'
import { Violin } from '#web/ui/violin.tsx'

export function PlaylistEmpty({ isOwner, type }: { isOwner: boolean; type: PlaylistType }) {
  const noun = playlistNouns[type]
  return (
    <section aria-label="Tracks" className="grid justify-items-center pt-section pb-10 text-center">
      <Violin variant="empty" bars={120} className="mb-8 w-full tablet:w-[min(480px,88vw)]" />
      <h2 className="font-display text-4xl leading-display font-extrabold tracking-display text-balance">
        This {noun} is empty
      </h2>
      <p className="mt-3 max-w-[40ch] text-lg text-balance text-muted">
        {isOwner ? 'Add some tracks to get started!' : `This ${noun} doesn't have any tracks yet.`}
      </p>
    </section>
  )
}
