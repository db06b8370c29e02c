import type { SharedTrack } from '#contract/share-links.ts'
import { Duration } from '#web/components/spoken.tsx'
import { PlayButton } from '#web/ui/play-button.tsx'
import type { SharedAudio } from './use-shared-audio.ts'

type SharedTracksProps = { audio: SharedAudio; tracks: readonly SharedTrack[] }

/** The tracks of a shared playlist or release. */
export function SharedTracks({ audio, tracks }: SharedTracksProps) {
  return (
    <section aria-labelledby="shared-tracks">
      <h2 id="shared-tracks" className="font-display text-2xl leading-heading font-bold">
        Tracks
      </h2>
      <ol className="mt-4 divide-y divide-line">
        {tracks.map((track) => (
          <li
            key={track.id}
            aria-current={track.id === audio.track?.id ? 'true' : undefined}
            className="group flex min-h-17 items-center gap-4 py-2"
          >
            <PlayButton
              state={audio.stateOf(track)}
              what={track.title}
              onClick={() => audio.toggle(track)}
              className="size-11 [&>svg]:size-5"
            />
            <span className="grid min-w-0 flex-1">
              <strong className="truncate font-semibold group-aria-[current]:text-primary-text">
                {track.title}
              </strong>
              <span className="truncate text-sm text-muted">{track.artist}</span>
            </span>
            {track.duration !== null && (
              <span className="text-sm text-muted tabular-nums">
                <Duration seconds={track.duration} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
