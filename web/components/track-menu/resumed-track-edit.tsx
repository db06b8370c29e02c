import { useEffect, useMemo } from 'react'
import type { Track } from '#contract/tracks.ts'
import { useSession } from '#web/api/auth.ts'
import { usePlayer } from '#web/features/player/use-player.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { readOwnDraft } from '#web/ui/draft-persistence.ts'
import type { Draft } from '#web/ui/use-draft-form.ts'

/** Reopens the edit dialog with its draft after the user had to sign in again. */
export function ResumedTrackEdit() {
  const player = usePlayer()
  const { user } = useSession()
  const userId = user?.id
  const draft = useMemo(() => readOwnDraft<Draft<object, Track>>(draftKeys.track, userId), [userId])
  const openDialog = useOpenDialog()
  const track = draft?.typed && draft.subject
  const canEdit = track !== undefined && (user?.id === track.userId || user?.isAdmin === true)
  useEffect(() => {
    if (canEdit) openDialog(loadEditTrack, { track, onChanged: player.replaceTrack })
  }, [canEdit, openDialog, track, player])
  return null
}

export const loadEditTrack = async () =>
  (await import('#web/features/uploads/edit-track-dialog.tsx')).EditTrackDialog
