import { useRef } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import { useUnmount } from '#web/lib/use-latest.ts'
import { useNavigationGuard } from '#web/lib/use-navigation-guard.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { DraftStore, UploadMode } from './upload-draft.ts'
import type { Uploaded, UploadedState } from './uploaded-notice.tsx'

const reasons = {
  sending:
    'Files are still being uploaded. If you leave now, the upload stops. It continues when you open this page again.',
  unsaved: 'This is not saved yet. If you leave now, your changes will be lost.',
}

type LeaveState = {
  store: DraftStore
  /** What is shown: the other form stays as it is. */
  mode: UploadMode
  isSending: () => boolean
  isSessionExpired: () => boolean
}

/** Confirms leaving while an upload is in flight, and where the browser stores nothing, while something is not saved. */
export function useLeaveConfirmation({ store, mode, ...state }: LeaveState) {
  const [, open] = useLocation()
  const isDiscarded = useRef(false)
  function findReason(): keyof typeof reasons | undefined {
    if (state.isSessionExpired()) return undefined
    if (state.isSending()) return 'sending'
    return !isDiscarded.current && !store.isPersistent && store.hasInput() ? 'unsaved' : undefined
  }
  const guard = useNavigationGuard({ isBusy: () => findReason() !== undefined, open })
  function discard() {
    store.update({ mode: 'single' })
    store.clear(mode)
  }
  useUnmount(() => (isDiscarded.current ? discard() : store.save()))
  return {
    /** The track or all tracks exist. */
    onSaved(uploaded: Uploaded, path: string = paths.home) {
      isDiscarded.current = true
      // At once: the tab may be closed before the next page is there.
      discard()
      open(path, { state: { uploaded } satisfies UploadedState })
    },
    onCancel() {
      isDiscarded.current = true
    },
    confirmation: guard.isBlocked && (
      <ConfirmDialog
        title="Leave this page?"
        text={reasons[findReason() ?? 'unsaved']}
        confirm="Leave"
        onConfirm={guard.proceed}
        onClose={() => {
          isDiscarded.current = false
          guard.cancel()
        }}
      />
    ),
  }
}
