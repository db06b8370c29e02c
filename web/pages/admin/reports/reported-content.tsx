import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { Playlist, PlaylistDetail } from '#contract/playlists.ts'
import type { ReportedItem } from '#contract/reports.ts'
import { playlistQuery } from '#web/api/playlists.ts'
import { profileQuery } from '#web/api/users.ts'
import { RowCover } from '#web/features/player/controls/row-cover.tsx'
import { useListPlayback } from '#web/features/player/queue/use-list-playback.ts'
import { usePlayer } from '#web/features/player/use-player.ts'
import { coverSrcSet, coverUrl } from '#web/lib/api-urls.ts'
import { formatDate, formatTrackCount } from '#web/lib/format.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

/** What was reported: playable, with links to it and its uploader. */
export function ReportedContent({ item }: { item: ReportedItem }) {
  const { playlist, user, comment, note } = item
  const text = comment ?? note
  const track = item.track ?? text?.track
  const content = track ?? playlist
  const kind = comment
    ? 'Comment'
    : note
      ? 'Note'
      : track
        ? 'Track'
        : playlist
          ? 'Playlist'
          : 'User'
  const title = content?.title ?? displayName(user)
  const href = track
    ? paths.track(track)
    : playlist
      ? paths.playlist(playlist)
      : paths.profile(user.id)
  return (
    <div className="group flex min-w-0 items-start gap-4 tablet:gap-5">
      {track ? (
        <RowCover track={track} className={coverClass} />
      ) : playlist ? (
        <PlaylistCover playlist={playlist} />
      ) : (
        <Avatar user={user} />
      )}
      <div className="min-w-0">
        <h2 className="font-display text-xl leading-snug font-bold tablet:text-2xl">
          <Link href={href} title={title} className="line-clamp-3 wrap-anywhere hover:underline">
            {title}
          </Link>
        </h2>
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          {kind}
          {note && ` by ${note.name}, without an account, for`}
          {content && (
            <>
              {note ? ' ' : ' by '}
              <Link
                href={paths.profile(user.id)}
                className="font-semibold hover:text-text hover:underline"
              >
                {displayName(user)}
              </Link>
            </>
          )}
        </p>
        <Uploader userId={user.id} />
        {text && (
          <blockquote className="mt-3 border-l-3 border-line-strong pl-4 wrap-anywhere whitespace-pre-line">
            {text.text}
          </blockquote>
        )}
      </div>
    </div>
  )
}

const coverClass = 'w-18 shrink-0 tablet:w-24'

/** Since when the user is here, and with how many tracks. The line is reserved until it is loaded. */
function Uploader({ userId }: { userId: string }) {
  const { data: profile } = useQuery(profileQuery(userId))
  return (
    <p className="min-h-5 text-sm text-faint">
      {profile &&
        `Joined ${formatDate(profile.createdAt)} · ${formatTrackCount(profile.trackCount)}`}
    </p>
  )
}

function PlaylistCover({ playlist }: { playlist: Playlist }) {
  const queryClient = useQueryClient()
  const player = usePlayer()
  const query = playlistQuery(playlist.slug)
  const { data } = useQuery({ ...query, enabled: false })
  const list = { source: playlist.title, tracks: tracksOf(data) }
  const { state, toggle } = useListPlayback(list, async () =>
    player.playQueue(tracksOf(await queryClient.fetchQuery(query)), 0, playlist.title),
  )
  return (
    <button
      type="button"
      aria-label={`${state === 'playing' ? 'Pause' : 'Play'} ${playlist.title}`}
      onClick={toggle}
      className={`relative rounded-art ${coverClass}`}
    >
      <Artwork src={coverUrl(playlist, 96)} srcSet={coverSrcSet(playlist)} sizes="96px" />
      <span className="absolute inset-0 grid place-items-center rounded-art bg-shade text-on-shade opacity-0 transition-opacity group-focus-within:opacity-100 mouse:group-hover:opacity-100">
        {state === 'playing' ? (
          <Pause className="size-5 fill-current" />
        ) : (
          <Play className="size-5 fill-current" />
        )}
      </span>
    </button>
  )
}

const tracksOf = (playlist: PlaylistDetail | null | undefined) =>
  playlist?.playlistTracks.map(({ track }) => track) ?? []
