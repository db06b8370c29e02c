import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { CurrentUser } from '#contract/auth.ts'
import { paths, shareTarget } from '#contract/paths.ts'
import { useSession } from '#web/api/auth.ts'
import type { Page } from '#web/api/page.ts'
import { BulkUpload } from '#web/features/uploads/bulk-form.tsx'
import { SingleUpload } from '#web/features/uploads/single-upload.tsx'
import {
  loadUploadDraft,
  type UploadDraft,
  type UploadMode,
} from '#web/features/uploads/upload-draft.ts'
import { useBulk } from '#web/features/uploads/use-bulk.ts'
import { useLeaveConfirmation } from '#web/features/uploads/use-leave-confirmation.tsx'
import { useSharedFile } from '#web/features/uploads/use-shared-file.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { clearDraft, saveDraft } from '#web/ui/draft-persistence.ts'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { VerifyEmailNotice } from './verify-email-notice.tsx'

const modes: Record<UploadMode, string> = { single: 'Single Track', bulk: 'Multiple Tracks' }
const headings: Record<UploadMode, string> = {
  single: 'Upload your track',
  bulk: 'Bulk upload tracks',
}

export const page: Page = { component: UploadPage }

/** The route admits signed-in users only. */
export function UploadPage() {
  const { user } = useSession()
  if (!user) return null
  return <UploadScreen key={user.id} user={user} />
}

function UploadScreen({ user }: { user: CurrentUser }) {
  const [, open] = useLocation()
  const { draft, isRestored, updateDraft, save, isSessionExpired } = useUploadDraft(user)
  const [mode, setMode] = useState(draft.mode)
  const [isSending, setSending] = useState(false)
  const isShareFailed = shareTarget.failed.endsWith(`?${useSearch()}`)
  const sharedFile = useSharedFile(() => show('single'))
  const bulk = useBulk(user, draft.unsent, {
    onSessionExpired: saveBeforeSignIn,
    onAllDone: (release) => open(release ? paths.playlist(release) : paths.home),
  })
  const { confirmation, onCancel, ...leaving } = useLeaveConfirmation({
    isSending: () => isSending || bulk.upload.isRunning(),
    hasPending: () => bulk.list.unfinished().length > 0,
    isSessionExpired,
  })
  usePageTitle(headings[mode])
  const shared = { user, draft, updateDraft, onCancel }
  function show(next: UploadMode) {
    updateDraft({ mode: next })
    setMode(next)
  }
  function saveBeforeSignIn() {
    updateDraft({ unsent: bulk.list.unsent() })
    save()
  }
  return (
    <div className="page-width pb-section">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 pt-7 tablet:pt-12">
        <h1 className="font-display text-5xl leading-tight font-extrabold tracking-display">
          {headings[mode]}
        </h1>
        <SegmentedControl
          label="Upload mode"
          options={modes}
          value={mode}
          onChange={show}
          disabled={isSending}
        />
      </header>
      <VerifyEmailNotice />
      {mode === 'single' ? (
        <SingleUpload
          {...shared}
          {...leaving}
          isRestored={isRestored}
          sharedFile={sharedFile}
          isShareFailed={isShareFailed}
          onSending={setSending}
          onSessionExpired={saveBeforeSignIn}
        />
      ) : (
        <BulkUpload {...shared} bulk={bulk} />
      )}
      {confirmation}
    </div>
  )
}

/** The form state, saved when the user has to sign in again. */
function useUploadDraft(user: CurrentUser) {
  const [started] = useState(() => loadUploadDraft(user.id))
  const draft = useRef<UploadDraft>(started.draft)
  const sessionExpired = useRef(false)
  useEffect(() => () => clearDraft(draftKeys.upload(user.id)), [user.id])
  return {
    draft: draft.current,
    isRestored: started.isRestored,
    updateDraft(changes: Partial<UploadDraft>) {
      draft.current = { ...draft.current, ...changes }
    },
    save() {
      sessionExpired.current = true
      saveDraft(draftKeys.upload(user.id), draft.current)
    },
    isSessionExpired: () => sessionExpired.current,
  }
}
