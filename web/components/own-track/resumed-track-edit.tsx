import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { currentUserQuery } from '#web/api/auth.ts'
import { readEditDraft } from '#web/features/own-tracks/edit-draft.ts'
import { usePlayer } from '#web/features/player/use-player.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

/** Reopens the edit dialog with its draft after the owner had to sign in again. */
export function ResumedTrackEdit() {
  const player = usePlayer()
  const { data: viewer } = useQuery(currentUserQuery)
  const [draft] = useState(readEditDraft)
  const { Component, open, close } = useLazyComponent(loadEditTrack)
  const isOwner = draft !== null && viewer?.id === draft.track.userId
  useEffect(() => {
    if (isOwner) open()
  }, [isOwner, open])
  if (!draft || !Component) return null
  return <Component track={draft.track} onChanged={player.replaceTrack} onClose={close} />
}

export const loadEditTrack = async () =>
  (await import('#web/features/own-tracks/edit-track-dialog.tsx')).EditTrackDialog
