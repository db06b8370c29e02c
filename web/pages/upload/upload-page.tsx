import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import type { CurrentUser } from '#contract/auth.ts'
import { paths, shareTarget } from '#contract/paths.ts'
import { useSession } from '#web/api/auth.ts'
import type { Page } from '#web/api/page.ts'
import { BulkUpload } from '#web/features/uploads/bulk-form.tsx'
import { uploadedText } from '#web/features/uploads/messages.ts'
import { SharedFilesNotice } from '#web/features/uploads/shared-files-notice.tsx'
import { SingleUpload } from '#web/features/uploads/single-upload.tsx'
import { UnfinishedBatchNotice } from '#web/features/uploads/unfinished-batch-notice.tsx'
import {
  type DraftStore,
  openDraftStore,
  type UploadMode,
} from '#web/features/uploads/upload-draft.ts'
import { useBulk } from '#web/features/uploads/use-bulk.ts'
import { publishedBatch } from '#web/features/uploads/use-bulk-privacy.ts'
import { useLeaveConfirmation } from '#web/features/uploads/use-leave-confirmation.tsx'
import { useSharedFiles } from '#web/features/uploads/use-shared-files.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { formatTrackCount } from '#web/lib/format.ts'
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
  return <StoredUpload key={user.id} user={user} />
}

/** Renders nothing until the draft is read: the forms start with it. */
function StoredUpload({ user }: { user: CurrentUser }) {
  const [store, setStore] = useState<DraftStore>()
  useEffect(() => {
    const closed = new AbortController()
    void openDraftStore(user.id, closed.signal).then((opened) => {
      if (!closed.signal.aborted) setStore(opened)
    })
    return () => closed.abort()
  }, [user.id])
  return store ? <UploadScreen user={user} store={store} /> : null
}

function UploadScreen({ user, store }: { user: CurrentUser; store: DraftStore }) {
  // A batch of which something failed does not keep other files from being uploaded.
  const [mode, setMode] = useState(store.get().run === 'ended' ? 'single' : store.get().mode)
  const [isSending, setSending] = useState(false)
  const isSessionExpired = useRef(false)
  const isShareFailed = shareTarget.failed.endsWith(`?${useSearch()}`)
  const shared = useSharedFiles()
  const [sharedFile, setSharedFile] = useState<File>()
  const bulk = useBulk(user, store, {
    isShown: () => mode === 'bulk',
    onSessionExpired: saveBeforeSignIn,
    onAllDone(release) {
      if (mode === 'single') return bulk.clear()
      const items = bulk.list.get()
      leaving.onSaved(
        {
          text: uploadedText(formatTrackCount(items.length), items[0]?.track?.publishAt),
          link: 'View on your profile',
          href: paths.profile(user.id),
          batch: publishedBatch(items, release),
        },
        release ? paths.playlist(release) : undefined,
      )
    },
  })
  const { confirmation, ...leaving } = useLeaveConfirmation({
    store,
    mode,
    isSending: () => isSending || bulk.transfers.isRunning() || bulk.upload.isRunning(),
    isSessionExpired: () => isSessionExpired.current,
  })
  usePageTitle(headings[mode])
  function show(next: UploadMode) {
    store.update({ mode: next })
    setMode(next)
  }
  function saveBeforeSignIn() {
    isSessionExpired.current = true
    store.save()
  }
  function takeShared() {
    const files = shared.take()
    show(files.length === 1 ? 'single' : 'bulk')
    if (files.length === 1) setSharedFile(files[0])
    else void bulk.addFiles(files)
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
      <SharedFilesNotice files={shared.files} onUse={takeShared} onDiscard={shared.take} />
      <UnfinishedBatchNotice
        bulk={bulk}
        title={store.get().release.created?.title}
        onContinue={() => {
          bulk.continueBatch()
          show('bulk')
        }}
      />
      {mode === 'single' ? (
        <SingleUpload
          user={user}
          store={store}
          {...leaving}
          sharedFile={sharedFile}
          isShareFailed={isShareFailed}
          onSending={setSending}
          onSessionExpired={saveBeforeSignIn}
        />
      ) : (
        <BulkUpload user={user} store={store} bulk={bulk} onCancel={leaving.onCancel} />
      )}
      {confirmation}
    </div>
  )
}
