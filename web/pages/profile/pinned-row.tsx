import { Pencil } from 'lucide-react'
import type { Pinned } from '#contract/pins.ts'
import { pinnedItem } from '#web/api/pins.ts'
import { PlaylistCard } from '#web/components/playlist-card.tsx'
import { TrackCard } from '#web/components/track-card.tsx'
import { PlayableList } from '#web/features/player/queue/playable-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'

const loadEdit = async () =>
  (await import('#web/features/pins/edit-pins-dialog.tsx')).EditPinsDialog

type PinnedRowProps = { userId: string; isOwner: boolean; pins: Pinned[] }

/** What the artist has put at the top. What others do not see is in the owner's dialog only. */
export function PinnedRow({ userId, isOwner, pins }: PinnedRowProps) {
  const openDialog = useOpenDialog()
  const shown = pins.filter((pin) => pinnedItem(pin).privacy === 'public')
  const tracks = shown.flatMap((pin) => (pin.kind === 'track' ? [pin.track] : []))
  return (
    <>
      {pins.length > 0 && (
        <section aria-label="Pinned" className="pt-section">
          <SectionHeading title="Pinned" subtitle="Chosen by the artist">
            {isOwner && (
              <Button onClick={() => openDialog(loadEdit, { userId })}>
                <Pencil aria-hidden="true" />
                Edit<span className="sr-only"> pins</span>
              </Button>
            )}
          </SectionHeading>
          <PlayableList tracks={tracks} source="Pinned" next={null}>
            <ul className="card-row card-row-five scroll-row">
              {shown.map((pin) => (
                <li key={pinnedItem(pin).id}>
                  {pin.kind === 'track' ? (
                    <TrackCard track={pin.track} />
                  ) : (
                    <PlaylistCard playlist={pin.playlist} heading="h3" />
                  )}
                </li>
              ))}
            </ul>
          </PlayableList>
        </section>
      )}
    </>
  )
}
