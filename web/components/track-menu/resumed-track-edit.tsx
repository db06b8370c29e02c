import { useEffect, useMemo } from 'react'
import type { Track } from '#contract/tracks.ts'
import { useSession } from '#web/api/auth.ts'
import { usePlayer } from '#web/features/player/use-player.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { readOwnDraft } from '#web/ui/draft-persistence.ts'
import type { Draft } from '#web/ui/use-draft-form.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

/** Reopens the edit dialog with its draft after the user had to sign in again. */
export function ResumedTrackEdit() {
  const player = usePlayer()
  const { user } = useSession()
  const userId = user?.id
  const draft = useMemo(() => readOwnDraft<Draft<object, Track>>(draftKeys.track, userId), [userId])
  const { Component, open, close } = useLazyComponent(loadEditTrack)
  const track = draft?.typed && draft.subject
  const canEdit = track !== undefined && (user?.id === track.userId || user?.isAdmin === true)
  useEffect(() => {
    if (canEdit) open()
  }, [canEdit, open])
  if (!track || !Component) return null
  return <Component track={track} onChanged={player.replaceTrack} onClose={close} />
}

export const loadEditTrack = async () =>
  (await import('#web/features/uploads/edit-track-dialog.tsx')).EditTrackDialog
