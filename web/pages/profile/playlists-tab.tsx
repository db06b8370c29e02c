import { useInfiniteQuery } from '@tanstack/react-query'
import { displayName } from '#contract/display-name.ts'
import type { Playlist } from '#contract/playlists.ts'
import type { Profile } from '#contract/users.ts'
import { playlistPagesQuery, releasePagesQuery } from '#web/api/users.ts'
import { LoadMore } from '#web/components/load-more.tsx'
import { PlaylistCard } from '#web/components/playlist-card.tsx'
import { playlistGridClass } from '#web/components/playlist-grid.tsx'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { NewPlaylistButton } from '#web/features/playlists/new-playlist-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { ListError } from '#web/ui/list-error.tsx'
import { RowsSkeleton } from './profile-skeleton.tsx'

type PlaylistsTabProps = { profile: Profile; isOwner: boolean }

/** The releases, and then the playlists. */
export function PlaylistsTab({ profile, isOwner }: PlaylistsTabProps) {
  return (
    <>
      {isOwner && (
        <div className="pt-7">
          <NewPlaylistButton userId={profile.id} />
        </div>
      )}
      <PlaylistGrids profile={profile} isOwner={isOwner} />
    </>
  )
}

function PlaylistGrids({ profile, isOwner }: PlaylistsTabProps) {
  const releases = useInfiniteQuery(releasePagesQuery(profile.id))
  const playlists = useInfiniteQuery(playlistPagesQuery(profile.id))
  if (releases.isPending || playlists.isPending) return <RowsSkeleton />
  const failed = [releases, playlists].filter(({ data }) => !data)
  if (failed.length > 0)
    return (
      <ListError
        what="Playlists"
        onRetry={() => {
          for (const query of failed) void query.refetch()
        }}
      />
    )
  const released = releases.data?.pages.flatMap(({ items }) => items) ?? []
  const collected = playlists.data?.pages.flatMap(({ items }) => items) ?? []
  if (released.length === 0 && collected.length === 0)
    return (
      <TabEmpty
        title="No playlists yet"
        text={
          isOwner
            ? 'Create a playlist to collect tracks.'
            : `${displayName(profile)} has no playlists yet.`
        }
      />
    )
  return (
    <>
      {released.length > 0 && (
        <>
          <GridHeading>Releases</GridHeading>
          <PlaylistGrid heading="h3" playlists={released} />
          {/* By button only: the playlists stay within reach. */}
          {releases.hasNextPage && (
            <div className="grid justify-items-center pt-7">
              <Button
                isPending={releases.isFetchingNextPage}
                onClick={() => void releases.fetchNextPage()}
              >
                Show more releases
              </Button>
            </div>
          )}
          {collected.length > 0 && <GridHeading>Playlists</GridHeading>}
        </>
      )}
      <PlaylistGrid heading={released.length > 0 ? 'h3' : 'h2'} playlists={collected} />
      <LoadMore query={playlists} />
    </>
  )
}

function GridHeading({ children }: { children: string }) {
  return (
    <h2 className="pt-9 font-display text-2xl leading-display font-bold tracking-display">
      {children}
    </h2>
  )
}

function PlaylistGrid({ playlists, heading }: { playlists: Playlist[]; heading: 'h2' | 'h3' }) {
  return (
    <ul className={`${playlistGridClass} pt-7 empty:hidden`}>
      {playlists.map((playlist) => (
        <li key={playlist.id} className="min-w-0">
          <PlaylistCard playlist={playlist} heading={heading} />
        </li>
      ))}
    </ul>
  )
}
