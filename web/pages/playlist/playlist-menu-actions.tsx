import {
  ChartColumn,
  Code,
  Download,
  ImageUp,
  Link2,
  ListPlus,
  LockKeyholeOpen,
  Trash2,
  UsersRound,
} from 'lucide-react'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { canDownload } from '#contract/downloads.ts'
import { limits } from '#contract/limits.ts'
import { linksPath, paths, statsPath } from '#contract/paths.ts'
import { isReleaseType, playlistNouns } from '#contract/playlist-types.ts'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { useSession } from '#web/api/auth.ts'
import { FeedMenuItems } from '#web/components/feed-menu-items.tsx'
import { RepostItem } from '#web/components/repost-item.tsx'
import { OfflineMenuItems } from '#web/features/offline/offline-menu-items.tsx'
import { PinMenuItem } from '#web/features/pins/pin-menu-item.tsx'
import { QueueMenuItems } from '#web/features/player/controls/queue-menu-items.tsx'
import { coverFailure } from '#web/features/playlists/use-playlist-mutations.ts'
import { useReportItem } from '#web/features/reports/use-report-item.tsx'
import { useCanEdit } from '#web/features/session/permissions.ts'
import { loadEmbedDialog } from '#web/features/share/load-embed-dialog.ts'
import { useShare } from '#web/features/share/share-button.tsx'
import { releaseDownloadUrl } from '#web/lib/api-urls.ts'
import { formatTrackCount } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { ImageInput } from '#web/ui/image-input.tsx'
import { MenuButton, type MenuButtonProps } from '#web/ui/lazy-menu.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'

const loadEditCredits = async () =>
  (await import('#web/features/credits/edit-credits-dialog.tsx')).EditCreditsDialog
const loadAddTracks = async () =>
  (await import('#web/features/playlists/add-to-playlist-dialog.tsx')).AddTracksDialog
const loadDelete = async () => (await import('./confirm-dialogs.tsx')).DeletePlaylist

export type PlaylistMenuProps = {
  playlist: PlaylistDetail
  isOwner: boolean
  onCover: (image: File) => void
  button: MenuButtonProps
}

/** Opens as soon as it is mounted. The owner changes and deletes; the administrator deletes. */
export function PlaylistMenuActions(props: PlaylistMenuProps) {
  const { playlist, isOwner, onCover, button } = props
  const tracks = playlist.playlistTracks.map(({ track }) => track)
  const canDelete = useCanEdit(playlist.userId)
  const imageInput = useRef<HTMLInputElement>(null)
  const openDialog = useOpenDialog()
  const { id, title, userId } = playlist
  const report = useReportItem(userId, { kind: 'playlist', id, name: title })
  const share = useShare()
  const toasts = useToasts()
  const { user } = useSession()
  const [, navigate] = useLocation()
  return (
    <>
      <Menu defaultOpen trigger={<MenuButton {...button} />}>
        {isOwner && (
          <>
            <MenuItem icon={<ImageUp />} onSelect={() => imageInput.current?.click()}>
              Change cover
            </MenuItem>
            <MenuItem
              icon={<ChartColumn />}
              onSelect={() => navigate(statsPath(paths.playlist(playlist)))}
            >
              Statistics
            </MenuItem>
            {isReleaseType(playlist.type) && (
              <>
                <MenuItem
                  icon={<UsersRound />}
                  onSelect={() => openDialog(loadEditCredits, { kind: 'playlist', item: playlist })}
                >
                  Credits
                </MenuItem>
                <PinMenuItem userId={userId} item={{ kind: 'playlist', id }} />
              </>
            )}
            {playlist.privacy !== 'public' && (
              <MenuItem
                icon={<LockKeyholeOpen />}
                onSelect={() => navigate(linksPath(paths.playlist(playlist)))}
              >
                Share privately
              </MenuItem>
            )}
            <MenuSeparator />
          </>
        )}
        {tracks.length > 0 && (
          <>
            <QueueMenuItems tracks={tracks} />
            {user && (
              <MenuItem
                icon={<ListPlus />}
                onSelect={() =>
                  openDialog(loadAddTracks, {
                    tracks,
                    text: `${title} · ${formatTrackCount(tracks.length)}`,
                    userId: user.id,
                  })
                }
              >
                Add {isReleaseType(playlist.type) && `${playlistNouns[playlist.type]} `}to playlist
              </MenuItem>
            )}
            <OfflineMenuItems playlist={playlist} />
            {canDownload(playlist, user) && (
              <MenuItem icon={<Download />} onSelect={() => saveFile(releaseDownloadUrl(id))}>
                Download
              </MenuItem>
            )}
            <MenuSeparator />
          </>
        )}
        {/* Never the native share sheet, which the share button opens. */}
        <MenuItem
          icon={<Link2 />}
          onSelect={() => void share('playlist', playlist, { copyOnly: true })}
        >
          Copy link
        </MenuItem>
        {playlist.privacy === 'public' && isReleaseType(playlist.type) && !isOwner && (
          <RepostItem item={{ kind: 'playlist', id }} />
        )}
        {playlist.privacy !== 'private' && (
          <>
            <MenuItem
              icon={<Code />}
              onSelect={() => openDialog(loadEmbedDialog, { kind: 'playlist', item: playlist })}
            >
              Embed
            </MenuItem>
            <FeedMenuItems kind="playlist" id={playlist.id} />
          </>
        )}
        {report}
        {canDelete && (
          <>
            <MenuSeparator />
            <MenuItem
              danger
              icon={<Trash2 />}
              onSelect={() => openDialog(loadDelete, { playlist })}
            >
              Delete {playlistNouns[playlist.type]}
            </MenuItem>
          </>
        )}
      </Menu>
      {isOwner && (
        <ImageInput
          ref={imageInput}
          label="Cover image"
          maxBytes={limits.maxImageBytes}
          onImage={onCover}
          onProblem={(problem) => toasts.show({ ...coverFailure, text: problem, tone: 'failure' })}
        />
      )}
    </>
  )
}
