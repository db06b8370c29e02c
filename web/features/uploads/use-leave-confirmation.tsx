import { useRef } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import { useNavigationGuard } from '#web/lib/use-navigation-guard.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const reasons = {
  sending: 'Files are still being uploaded. If you leave now, the upload will stop.',
  pending: 'These tracks are not uploaded yet. If you leave now, the list will be lost.',
  unsaved: 'This track is not saved yet. If you leave now, your changes will be lost.',
}

type LeaveState = {
  isSending: () => boolean
  /** Whether tracks of a bulk upload are not uploaded yet. */
  hasPending: () => boolean
  isSessionExpired: () => boolean
}

/** Confirms leaving while an upload is in flight, or tracks are unsaved or not uploaded yet. */
export function useLeaveConfirmation({ isSending, hasPending, isSessionExpired }: LeaveState) {
  const [, open] = useLocation()
  /** Set by the single-track form. */
  const isUnsaved = useRef(() => false)
  const isSavedOrCanceled = useRef(false)
  function findReason(): keyof typeof reasons | undefined {
    if (isSessionExpired()) return undefined
    if (isSending()) return 'sending'
    if (isSavedOrCanceled.current) return undefined
    return isUnsaved.current() ? 'unsaved' : hasPending() ? 'pending' : undefined
  }
  const guard = useNavigationGuard({ isBusy: () => findReason() !== undefined, open })
  return {
    isUnsaved,
    onSaved() {
      isSavedOrCanceled.current = true
      open(paths.home)
    },
    onCancel() {
      isSavedOrCanceled.current = true
    },
    confirmation: guard.isBlocked && (
      <ConfirmDialog
        title="Leave this page?"
        text={reasons[findReason() ?? 'unsaved']}
        confirm="Leave"
        onConfirm={guard.proceed}
        onClose={guard.cancel}
      />
    ),
  }
}
