import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import { formatDuration } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { hasShareSheet, type SharedItem, shareItem } from './share-link.ts'
import { parseStart } from './start-time.ts'

type ShareDialogProps = {
  track: SharedItem & { duration: number | null }
  /** Where it is in the player, in seconds. */
  position: () => number
  onClose: () => void
}

/** The link to a track, also to a moment of it: where it is now, or the one that is typed. */
export function ShareDialog({ track, position, onClose }: ShareDialogProps) {
  const toasts = useToasts()
  const [now] = useState(() => Math.floor(position()))
  const [withStart, setWithStart] = useState(false)
  const [typed, setTyped] = useState(formatDuration(now))
  const start = parseStart(typed, track.duration)
  const isValid = !withStart || start !== undefined
  const url = location.origin + paths.track(track) + (withStart && start ? `?t=${start}` : '')

  async function share(copyOnly: boolean) {
    const toast = await shareItem('track', { ...track, url }, { copyOnly })
    if (toast) toasts.show(toast)
    onClose()
  }

  return (
    <Dialog title="Share" text={track.title} onClose={onClose}>
      <Switch
        label={`Start at ${formatDuration(start ?? now)}`}
        checked={withStart}
        onChange={setWithStart}
      />
      {withStart && (
        <TextField
          label="Time"
          inputMode="numeric"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={isValid ? undefined : 'Please enter a time within the track, such as 1:02'}
        />
      )}
      <TextField label="Link" readOnly value={url} onFocus={({ target }) => target.select()} />
      <DialogFooter>
        {hasShareSheet() && (
          <Button disabled={!isValid} onClick={() => void share(false)}>
            Share…
          </Button>
        )}
        <Button tone="primary" disabled={!isValid} onClick={() => void share(true)}>
          Copy link
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
