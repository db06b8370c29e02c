import { useInfiniteQuery } from '@tanstack/react-query'
import { displayName } from '#contract/display-name.ts'
import type { Profile } from '#contract/users.ts'
import { playlistPagesQuery } from '#web/api/users.ts'
import { LoadMore } from '#web/components/load-more.tsx'
import { PlaylistCard } from '#web/components/playlist-card.tsx'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { NewPlaylistButton } from '#web/features/playlists/new-playlist-button.tsx'
import { ListError } from '#web/ui/list-error.tsx'
import { RowsSkeleton } from './profile-skeleton.tsx'

type PlaylistsTabProps = { profile: Profile; isOwner: boolean }

export function PlaylistsTab({ profile, isOwner }: PlaylistsTabProps) {
  return (
    <>
      {isOwner && (
        <div className="pt-7">
          <NewPlaylistButton userId={profile.id} />
        </div>
      )}
      <PlaylistGrid profile={profile} isOwner={isOwner} />
    </>
  )
}

function PlaylistGrid({ profile, isOwner }: PlaylistsTabProps) {
  const query = useInfiniteQuery(playlistPagesQuery(profile.id))
  if (query.isPending) return <RowsSkeleton />
  const playlists = query.data?.pages.flatMap(({ items }) => items)
  if (!playlists) return <ListError what="Playlists" onRetry={() => void query.refetch()} />
  if (playlists.length === 0)
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
      <ul className="grid grid-cols-2 gap-x-3.5 gap-y-6 pt-7 tablet:grid-cols-3 tablet:gap-card desk:grid-cols-5">
        {playlists.map((playlist) => (
          <li key={playlist.id} className="min-w-0">
            <PlaylistCard playlist={playlist} />
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </>
  )
}
