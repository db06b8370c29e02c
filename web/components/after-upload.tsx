import { Suspense } from 'react'
import type { UploadedState } from '#web/features/uploads/uploaded-notice.tsx'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'

const UploadedNotice = lazyComponent(
  async () => (await import('#web/features/uploads/uploaded-notice.tsx')).UploadedNotice,
)

/** On the page that follows an upload: what was uploaded. */
export function AfterUpload() {
  const isHydrated = useHydrated()
  const { uploaded }: UploadedState = (isHydrated && history.state) || {}
  return <Suspense>{uploaded && <UploadedNotice uploaded={uploaded} />}</Suspense>
}
