import { Pencil } from 'lucide-react'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { useResumeDraft } from '#web/ui/draft-persistence.ts'
import { EditButton } from './edit-button.tsx'

const loadEdit = async () =>
  (await import('#web/features/playlists/playlist-dialog.tsx')).PlaylistDialog

export function EditPlaylist({ playlist }: { playlist: PlaylistDetail }) {
  const openDialog = useOpenDialog()
  const open = () => openDialog(loadEdit, { userId: playlist.userId, playlist })
  useResumeDraft(draftKeys.playlist(playlist), open)
  return <EditButton icon={<Pencil aria-hidden="true" />} onClick={open} />
}
