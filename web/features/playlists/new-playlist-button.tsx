import { Plus } from 'lucide-react'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { useResumeDraft } from '#web/ui/draft-persistence.ts'

const loadDialog = async () => (await import('./playlist-dialog.tsx')).PlaylistDialog

export function NewPlaylistButton({ userId }: { userId: string }) {
  const openDialog = useOpenDialog()
  const open = () => openDialog(loadDialog, { userId })
  useResumeDraft(draftKeys.newPlaylist, open)
  return (
    <Button onClick={open}>
      <Plus aria-hidden="true" />
      New playlist
    </Button>
  )
}
