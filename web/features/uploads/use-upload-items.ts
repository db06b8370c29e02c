import { useEffect, useState } from 'react'
import type { Transfers } from './transfers.ts'
import type { DraftStore, UploadMode } from './upload-draft.ts'
import type { UploadItem, UploadItems } from './upload-items.ts'

/** The files of one of the two forms: its draft stores them, and they are sent until the form is left. */
export function useUploadItems<Created extends { list: UploadItems; transfers: Transfers }>(
  store: DraftStore,
  mode: UploadMode,
  create: (restored: readonly UploadItem[]) => Created,
): Created {
  const [created] = useState(() => create(store.items(mode)))
  const { list, transfers } = created
  useEffect(() => {
    const unsubscribe = list.subscribe(() => store.setItems(mode, list.get()))
    return () => {
      unsubscribe()
      transfers.stop()
    }
  }, [store, mode, list, transfers])
  return created
}
