import { useQuery } from '@tanstack/react-query'
import { Check, LoaderCircle, Plus } from 'lucide-react'
import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import { isReleaseType, playlistLabel } from '#contract/playlist-types.ts'
import type { PlaylistForTrack } from '#contract/playlists.ts'
import type { playlistsForTrackQuery } from '#web/api/playlists.ts'
import { coverSrcSet, coverUrl } from '#web/lib/api-urls.ts'
import { classNames } from '#web/lib/class-names.ts'
import { formatTrackCount } from '#web/lib/format.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { Button } from '#web/ui/button.tsx'
import { ListError } from '#web/ui/list-error.tsx'
import { RowSkeletons } from '#web/ui/skeleton.tsx'

const rowClass =
  'grid w-full grid-cols-[52px_minmax(0,1fr)_auto] items-center gap-3.5 rounded-control px-3 py-2 text-left'

type PlaylistPickerProps = {
  playlistsQuery: ReturnType<typeof playlistsForTrackQuery>
  /** Whether a playlist shows that it has the track. */
  showsAdded: boolean
  /** The playlist that something is being added to. */
  adding: string | null
  /** After going back from the form. */
  takesFocus: boolean
  onPick: (playlist: PlaylistForTrack) => void
  onCreate: () => void
}

export function PlaylistPicker({ takesFocus, onCreate, ...list }: PlaylistPickerProps) {
  return (
    <>
      <PlaylistList {...list} />
      <Button
        tone="outline"
        className="relative shrink-0"
        autoFocus={takesFocus}
        isPending={list.adding !== null}
        onClick={onCreate}
      >
        <Plus aria-hidden="true" />
        Create new
      </Button>
    </>
  )
}

type PlaylistListProps = Omit<PlaylistPickerProps, 'takesFocus' | 'onCreate'>

function PlaylistList({ playlistsQuery, showsAdded, adding, onPick }: PlaylistListProps) {
  const { data: playlists, isPending, refetch } = useQuery(playlistsQuery)
  const [path] = useLocation()
  const atHome = path === paths.home || path === paths.discover
  if (isPending)
    return (
      <div role="status" aria-label="Loading playlists" className="relative -mx-3">
        <RowSkeletons className={rowClass} image="size-13 rounded-art" />
      </div>
    )
  if (!playlists)
    return (
      <ListError
        what="Your playlists"
        onRetry={() => void refetch()}
        className="relative flex items-center justify-between gap-4"
      />
    )
  if (playlists.length === 0)
    return <p className="relative text-muted">You have no playlists yet.</p>
  return (
    <ul
      aria-label="Your playlists"
      className={classNames('fading-list relative -mx-3 -mb-4', atHome ? 'max-h-64' : 'max-h-60')}
    >
      {playlists.map((playlist) => (
        <li key={playlist.id}>
          <button
            type="button"
            aria-disabled={adding !== null}
            onClick={() => adding === null && onPick(playlist)}
            className={`${rowClass} hover:bg-raised focus-visible:-outline-offset-2`}
          >
            <Artwork
              src={coverUrl(playlist, 96)}
              srcSet={coverSrcSet(playlist)}
              sizes="52px"
              className="w-13"
            />
            <span className="min-w-0">
              <strong className="block truncate leading-row font-semibold" title={playlist.title}>
                {playlist.title}
              </strong>
              <span className="text-sm text-muted">
                {isReleaseType(playlist.type) && `${playlistLabel(playlist.type)} · `}
                {formatTrackCount(playlist.trackCount)}
                {showsAdded && playlist.hasTrack && ' · Added'}
              </span>
            </span>
            {adding === playlist.id ? (
              <LoaderCircle aria-label="Adding" className="spinning size-5 text-primary-text" />
            ) : showsAdded && playlist.hasTrack ? (
              <Check aria-hidden="true" className="size-5 text-success" />
            ) : (
              <Plus aria-hidden="true" className="size-5 text-primary-text" />
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
