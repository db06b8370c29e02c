import { Plus } from 'lucide-react'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { useResumeDraft } from '#web/ui/draft-persistence.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadDialog = async () => (await import('./playlist-dialog.tsx')).PlaylistDialog

export function NewPlaylistButton({ userId }: { userId: string }) {
  const { Component, open, close } = useLazyComponent(loadDialog)
  useResumeDraft(draftKeys.newPlaylist, open)
  return (
    <>
      <Button onClick={open}>
        <Plus aria-hidden="true" />
        New playlist
      </Button>
      {Component && <Component userId={userId} onClose={close} />}
    </>
  )
}
