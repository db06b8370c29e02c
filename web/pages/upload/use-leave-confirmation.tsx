import { useRef } from 'react'
import { useLocation } from 'wouter'
import { leavePrompt, leavePromptTexts } from '#web/features/uploads/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { useNavigationGuard } from '#web/lib/use-navigation-guard.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type LeaveState = { isSending: () => boolean; isLoggedOut: () => boolean }

/** Confirms leaving while an upload is in flight or a track is unsaved. */
export function useLeaveConfirmation({ isSending, isLoggedOut }: LeaveState) {
  const [, open] = useLocation()
  /** Set by the single-track form. */
  const isUnsaved = useRef(() => false)
  const isGivenUp = useRef(false)
  const guard = useNavigationGuard({
    isBusy: () => !isLoggedOut() && (isSending() || (!isGivenUp.current && isUnsaved.current())),
    open,
  })
  return {
    isUnsaved,
    onSaved() {
      isGivenUp.current = true
      open(paths.home)
    },
    onCancel() {
      isGivenUp.current = true
    },
    confirmation: guard.isBlocked && (
      <ConfirmDialog
        {...leavePrompt}
        text={leavePromptTexts[isSending() ? 'sending' : 'unsaved']}
        pendingText={leavePrompt.confirm}
        isPending={false}
        onConfirm={guard.proceed}
        onClose={guard.cancel}
      />
    ),
  }
}
