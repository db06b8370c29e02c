import { useMemo } from 'react'
import { useLatest } from '#web/lib/use-latest.ts'
import type { BulkItem } from './bulk-list.ts'
import type { Bulk } from './use-bulk.ts'

type Screen = { start: (id: string) => void; focusDrop: () => void }

export type RowActions = ReturnType<typeof useRowActions>

/** Stable callbacks, so that rows do not rerender for them. */
export function useRowActions({ list, upload }: Pick<Bulk, 'list' | 'upload'>, screen: Screen) {
  const latest = useLatest(screen)
  return useMemo(
    () => ({
      change: (id: string, change: Partial<BulkItem>) => list.update(id, change),
      retry: (id: string) => latest.current.start(id),
      /** Moves the focus to the next row. */
      remove(id: string, button: HTMLElement) {
        const row = button.closest('li')
        const next = row?.nextElementSibling ?? row?.previousElementSibling
        upload.remove(id)
        const focus = next?.querySelector<HTMLElement>('[data-remove]')
        if (focus) focus.focus()
        else latest.current.focusDrop()
      },
      clear() {
        list.clear()
        latest.current.focusDrop()
      },
    }),
    [list, upload, latest],
  )
}
