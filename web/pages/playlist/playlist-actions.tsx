import { Download, Shuffle } from 'lucide-react'
import { Suspense } from 'react'
import { canDownload } from '#contract/downloads.ts'
import { isReleaseType, playlistNouns } from '#contract/playlist-types.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { ListPlayButton } from '#web/components/list-play-button.tsx'
import { RepostAction } from '#web/components/repost-action.tsx'
import { loadRepostItem } from '#web/components/repost-item.tsx'
import { shuffleList } from '#web/features/player/queue/queue.ts'
import { usePlayer } from '#web/features/player/use-player.ts'
import { SaveButton } from '#web/features/playlists/save-button.tsx'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { releaseDownloadUrl } from '#web/lib/api-urls.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { EditButton } from './edit-button.tsx'
import type { PlaylistMenuProps } from './playlist-menu-actions.tsx'

// Lazy: only for the owner.
const EditPlaylist = lazyComponent(async () => (await import('./edit-playlist.tsx')).EditPlaylist)

async function loadMenu() {
  const [{ PlaylistMenuActions }] = await Promise.all([
    import('./playlist-menu-actions.tsx'),
    loadRepostItem(),
  ])
  return PlaylistMenuActions
}

export function PlaylistActions(props: Omit<PlaylistMenuProps, 'button'>) {
  const { playlist, isOwner } = props
  const isRelease = isReleaseType(playlist.type)
  const menuButton = {
    edge: true,
    label: `More about ${playlist.title}`,
    size: 'medium' as const,
  }
  return (
    <div className={`mt-6 flex-wrap tablet:mt-7 ${rowClass}`}>
      <PlayAll playlist={playlist} isRelease={isRelease} />
      {isOwner ? (
        // Reserves the size of the button: no layout shift when it loads.
        <Suspense fallback={<EditButton icon={<svg />} className="invisible" />}>
          <EditPlaylist playlist={playlist} />
        </Suspense>
      ) : (
        <SaveButton playlist={playlist} />
      )}
      {isRelease && (
        // The menu has it too.
        <span className="max-nav:hidden nav:contents">
          <RepostAction kind="playlist" item={playlist} />
        </span>
      )}
      {/* Together: where there is no space for all, the menu is not alone on a line. */}
      <span className={rowClass}>
        <ShareButton kind="playlist" item={playlist} />
        {/* What everyone may. The menu has it too: for the owner, and where there is no space for this button. */}
        {canDownload(playlist, null) && (
          <IconButton
            {...menuButton}
            label="Download"
            className="max-nav:hidden"
            onClick={() => saveFile(releaseDownloadUrl(playlist.id))}
          >
            <Download />
          </IconButton>
        )}
        <LazyMenu button={menuButton} load={loadMenu}>
          {(Actions) => <Actions {...props} button={menuButton} />}
        </LazyMenu>
      </span>
    </div>
  )
}

const rowClass = 'flex items-center gap-1.5 nav:gap-3'

function PlayAll({ playlist, isRelease }: { playlist: PlaylistDetail; isRelease: boolean }) {
  const player = usePlayer()
  const toasts = useToasts()
  const tracks = playlist.playlistTracks.map(({ track }) => track)
  const noun = playlistNouns[playlist.type]
  function playFrom(index: number) {
    if (tracks.length === 0)
      return toasts.show({
        title: 'No tracks to play',
        text: `This ${noun} is empty or still loading.`,
      })
    player.playQueue(tracks, index, playlist.title)
    // Of a release the player bar and this button tell enough.
    if (!isRelease) toasts.show({ title: 'Playing playlist', tone: 'success' })
  }
  /** From any track. It comes first in the queue, and the others follow in random order. */
  function shuffle() {
    playFrom(Math.floor(Math.random() * tracks.length))
    player.changeQueue((queue) => (queue.original ? queue : shuffleList(queue)))
  }
  return (
    <>
      <ListPlayButton
        label={isRelease ? 'Play' : 'Play all'}
        list={{ source: playlist.title, tracks }}
        size="large"
        onPlay={() => playFrom(0)}
        className="nav:min-w-40 max-nav:max-w-40 max-nav:min-w-29 max-nav:flex-1 max-nav:px-4 max-tablet:min-h-13 max-tablet:max-w-33 max-tablet:text-base"
      />
      <Button iconOnlyBelow="nav" onClick={shuffle}>
        <Shuffle aria-hidden="true" />
        <span className="max-nav:sr-only">Shuffle</span>
      </Button>
    </>
  )
}
