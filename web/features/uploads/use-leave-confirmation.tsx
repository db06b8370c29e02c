import { useRef } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import { useNavigationGuard } from '#web/lib/use-navigation-guard.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { leavePrompt, leavePromptTexts } from './messages.ts'

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
  function findReason(): keyof typeof leavePromptTexts | undefined {
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
        {...leavePrompt}
        text={leavePromptTexts[findReason() ?? 'unsaved']}
        pendingText={leavePrompt.confirm}
        isPending={false}
        onConfirm={guard.proceed}
        onClose={guard.cancel}
      />
    ),
  }
}
