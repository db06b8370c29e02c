import { Pencil } from 'lucide-react'
import type { PlaylistDetail } from '#contract/playlists.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { useResumeDraft } from '#web/ui/draft-persistence.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { EditButton } from './edit-button.tsx'

const loadEdit = async () =>
  (await import('#web/features/playlists/playlist-dialog.tsx')).PlaylistDialog

export function EditPlaylist({ playlist }: { playlist: PlaylistDetail }) {
  const { Component, open, close } = useLazyComponent(loadEdit)
  useResumeDraft(draftKeys.playlist(playlist), open)
  return (
    <>
      <EditButton icon={<Pencil aria-hidden="true" />} onClick={open} />
      {Component && <Component userId={playlist.userId} playlist={playlist} onClose={close} />}
    </>
  )
}
