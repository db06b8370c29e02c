import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ChartColumn,
  Code,
  Disc3,
  Download,
  FileMusic,
  Heart,
  ImageUp,
  Link as LinkIcon,
  ListPlus,
  LoaderCircle,
  LockKeyholeOpen,
  Pencil,
  Share2,
  Trash2,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { canDownload } from '#contract/downloads.ts'
import { limits } from '#contract/limits.ts'
import { linksPath, paths, statsPath } from '#contract/paths.ts'
import { playlistNouns } from '#contract/playlist-types.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { useSession } from '#web/api/auth.ts'
import { onTrackUpdated } from '#web/api/cache-updates.ts'
import { request } from '#web/api/client.ts'
import { trackQuery } from '#web/api/tracks.ts'
import { uploadArtwork } from '#web/api/uploads.ts'
import { useLike } from '#web/features/likes/use-like.ts'
import { OfflineMenuItems } from '#web/features/offline/offline-menu-items.tsx'
import { PinMenuItem } from '#web/features/pins/pin-menu-item.tsx'
import { QueueMenuItems } from '#web/features/player/controls/queue-menu-items.tsx'
import { usePlayerContext } from '#web/features/player/use-player.ts'
import { loadAddToPlaylist } from '#web/features/playlists/add-to-playlist-button.tsx'
import { useReportItem } from '#web/features/reports/use-report-item.tsx'
import { loadEmbedDialog } from '#web/features/share/load-embed-dialog.ts'
import { useShare } from '#web/features/share/share-button.tsx'
import { trackDownloadUrl } from '#web/lib/api-urls.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { ImageInput } from '#web/ui/image-input.tsx'
import { MenuButton, type MenuButtonProps } from '#web/ui/lazy-menu.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { useMoveItems } from '#web/ui/sortable-list/row-move.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { RepostItem } from '../repost-item.tsx'
import { loadEditTrack } from './resumed-track-edit.tsx'

const loadEditCredits = async () =>
  (await import('#web/features/credits/edit-credits-dialog.tsx')).EditCreditsDialog
const loadVersions = async () =>
  (await import('#web/features/versions/audio-versions-dialog.tsx')).AudioVersionsDialog
const loadShareDialog = async () =>
  (await import('#web/features/share/share-dialog.tsx')).ShareDialog
const loadDelete = async () => (await import('../delete-track-dialog.tsx')).DeleteTrackDialog

export type TrackMenuProps = {
  track: Track
  /** The owner and the administrator. */
  canEdit: boolean
  button: MenuButtonProps
  /** Called first, to leave the page of the deleted track. */
  onDeleted?: (() => void) | undefined
  /** In the queue and the player, where the track may be outdated. */
  isQueued?: boolean
  /** Closes what covers the page, which has a history entry of its own. */
  onLeave?: (() => void) | undefined
}

/** Opens as soon as it is mounted. */
export function TrackMenuActions(props: TrackMenuProps) {
  const { track, canEdit, button, onDeleted, isQueued = false, onLeave } = props
  const { player, position } = usePlayerContext()
  const toasts = useToasts()
  const [path, navigate] = useLocation()
  const { release } = track
  const { user } = useSession()
  const isOwner = user?.id === track.userId
  const imageInput = useRef<HTMLInputElement>(null)
  const artwork = useUpdateArtwork(track.id, player.replaceTrack)
  const openDialog = useOpenDialog()
  const report = useReportItem(track.userId, { kind: 'track', id: track.id, name: track.title })
  const moving = useMoveItems()
  const share = useShare()
  function open(path: string) {
    navigate(path, { replace: onLeave !== undefined })
    onLeave?.()
  }
  function leaveAndRemove() {
    onDeleted?.()
    player.removeTrack(track.id)
  }
  const playedUpTo = () => (player.state().currentTrack?.id === track.id ? position.current() : 0)
  return (
    <>
      <Menu
        defaultOpen
        trigger={
          <MenuButton {...button} aria-busy={artwork.isPending}>
            {artwork.isPending ? <LoaderCircle className="spinning" /> : undefined}
          </MenuButton>
        }
      >
        {moving?.items}
        {canEdit && (
          <>
            <MenuItem
              icon={<Pencil />}
              onSelect={() => openDialog(loadEditTrack, { track, onChanged: player.replaceTrack })}
            >
              Edit Track
            </MenuItem>
            {isOwner && (
              <>
                <MenuItem
                  icon={<ChartColumn />}
                  onSelect={() => open(statsPath(paths.track(track)))}
                >
                  Statistics
                </MenuItem>
                <PinMenuItem userId={track.userId} item={{ kind: 'track', id: track.id }} />
                {track.privacy !== 'public' && (
                  <MenuItem
                    icon={<LockKeyholeOpen />}
                    onSelect={() => open(linksPath(paths.track(track)))}
                  >
                    Share privately
                  </MenuItem>
                )}
              </>
            )}
            <MenuItem
              icon={<UsersRound />}
              onSelect={() => openDialog(loadEditCredits, { kind: 'track', item: track })}
            >
              Credits
            </MenuItem>
            <MenuItem
              icon={<FileMusic />}
              onSelect={() => openDialog(loadVersions, { track, isOwner })}
            >
              {isOwner ? 'Replace audio' : 'Audio versions'}
            </MenuItem>
            <MenuItem icon={<ImageUp />} onSelect={() => imageInput.current?.click()}>
              Change Artwork
            </MenuItem>
            <MenuItem
              danger
              icon={<Trash2 />}
              onSelect={() => openDialog(loadDelete, { track, onDeleted: leaveAndRemove })}
            >
              Delete Track
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        <QueueMenuItems tracks={[track]} />
        <MenuSeparator />
        {user && (
          <MenuItem
            icon={<ListPlus />}
            onSelect={() => openDialog(loadAddToPlaylist, { track, userId: user.id })}
          >
            Add to playlist
          </MenuItem>
        )}
        <LikeItem track={track} isQueued={isQueued} />
        {track.privacy === 'public' && !isOwner && (
          <RepostItem item={{ kind: 'track', id: track.id }} />
        )}
        <MenuItem
          icon={<Share2 />}
          onSelect={() => openDialog(loadShareDialog, { track, position: playedUpTo })}
        >
          Share
        </MenuItem>
        <MenuItem
          icon={<LinkIcon />}
          onSelect={() => void share('track', track, { copyOnly: true })}
        >
          Copy link
        </MenuItem>
        <MenuItem icon={<UserRound />} onSelect={() => open(paths.profile(track.userId))}>
          Go to artist
        </MenuItem>
        {release && path !== paths.playlist(release) && (
          <MenuItem icon={<Disc3 />} onSelect={() => open(paths.playlist(release))}>
            Go to {playlistNouns[release.type]}
          </MenuItem>
        )}
        <OfflineMenuItems track={track} />
        {canDownload(track, user) && (
          <MenuItem icon={<Download />} onSelect={() => saveFile(trackDownloadUrl(track.id))}>
            Download
          </MenuItem>
        )}
        {track.privacy !== 'private' && (
          <MenuItem
            icon={<Code />}
            onSelect={() => openDialog(loadEmbedDialog, { kind: 'track', item: track })}
          >
            Embed
          </MenuItem>
        )}
        {report && (
          <>
            <MenuSeparator />
            {report}
          </>
        )}
      </Menu>
      {canEdit && (
        <ImageInput
          ref={imageInput}
          label={`Artwork of ${track.title}`}
          maxBytes={limits.maxImageBytes}
          onImage={artwork.mutate}
          onProblem={(problem) => toasts.show({ title: 'Error', text: problem, tone: 'failure' })}
        />
      )}
      {moving?.dialog}
    </>
  )
}

function LikeItem({ track, isQueued }: { track: Track; isQueued: boolean }) {
  const { user } = useSession()
  const { data: latest } = useQuery({
    ...trackQuery(track.slug || track.id),
    enabled: isQueued && Boolean(user),
  })
  const { liked, toggle } = useLike(latest ?? track)
  return (
    <MenuItem icon={<Heart className={liked ? 'fill-current' : ''} />} onSelect={toggle}>
      {liked ? 'Unlike' : 'Like'}
    </MenuItem>
  )
}

function useUpdateArtwork(id: string, onUpdated: (track: Track) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (image: File) => {
      const body = { artworkPath: await uploadArtwork(image) }
      return request(routes.replaceTrackArtwork, { params: { id }, body })
    },
    meta: {
      done: { title: 'Artwork updated!' },
      onFailure: { text: 'Failed to update artwork. Please try again.' },
    },
    onSuccess: (updated) => {
      void onTrackUpdated(queryClient, updated)
      onUpdated(updated)
    },
  })
}
