import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import type { Track } from '#contract/tracks.ts'
import { playlistQuery } from '#web/api/playlists.ts'
import { moreFromArtistQuery } from '#web/api/tracks.ts'
import { artworkSrcSet, artworkUrl } from '#web/lib/api-urls.ts'
import { artistName } from '#web/lib/display-name.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { Button } from '#web/ui/button.tsx'
import { usePlayer, usePlayerState } from '../use-player.ts'

/** In the bar, after a track that was played alone: what could follow. Nothing starts by itself. */
export function NextOffer({ track }: { track: Track }) {
  const player = usePlayer()
  const autoplay = usePlayerState((state) => state.autoplay)
  const following = useFollowing(track)
  const next = following?.tracks[following.index]
  if (!next) return null
  const { tracks, index, source } = following
  function play() {
    player.playQueue(tracks, index, source)
    // The focused button disappears: keep the focus in the document.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <section
      aria-label="Next"
      className="next-offer col-span-full row-start-3 flex h-(--next-offer) items-center gap-3 border-t border-line pt-1.5"
    >
      <Artwork
        src={artworkUrl(next, 96)}
        srcSet={artworkSrcSet(next)}
        sizes="40px"
        className="w-9 shrink-0 phone:hidden"
      />
      <span className="min-w-0 flex-1 text-sm leading-row">
        <span className="block truncate text-muted">Next from {source}</span>
        <strong className="block truncate font-semibold" title={next.title}>
          {next.title}
        </strong>
      </span>
      <Button size="small" aria-label={`Play ${next.title}`} onClick={play}>
        <Play aria-hidden="true" className="size-4! fill-current" />
        Play
      </Button>
      {!autoplay && (
        <Button
          size="small"
          tone="ghost"
          aria-label="Autoplay: play this, and then similar tracks"
          onClick={() => {
            player.update({ autoplay: true })
            play()
          }}
        >
          Autoplay
        </Button>
      )}
    </section>
  )
}

/** The rest of the release of the track, or else other tracks of its artist. */
function useFollowing(track: Track) {
  const { release, userId } = track
  const ofRelease = useQuery({ ...playlistQuery(release?.slug ?? ''), enabled: release !== null })
  const tracks = ofRelease.data?.playlistTracks.map((entry) => entry.track) ?? []
  const index = tracks.findIndex(({ id }) => id === track.id) + 1
  const isInRelease = release !== null && index > 0 && index < tracks.length
  const ofArtist = useQuery({
    ...moreFromArtistQuery(userId),
    enabled: !isInRelease && !ofRelease.isLoading,
  })
  if (isInRelease) return { tracks, index, source: release.title }
  const others = ofArtist.data?.filter(({ id }) => id !== track.id)
  return others && { tracks: others, index: 0, source: artistName(track) }
}
