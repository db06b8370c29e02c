import { useMemo } from 'react'
import { chooseFile } from '#web/lib/file-handles.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { validateFile } from '#web/ui/file-validation.ts'
import { audioFileRules, audioTypes } from './audio-files.ts'
import type { RowActions } from './bulk-rows.tsx'
import { askForFile } from './stored-file.ts'
import type { Bulk } from './use-bulk.ts'

type Screen = {
  start: (id: string) => void
  focusDrop: () => void
  showProblem: (problem: string) => void
}

/** Stable callbacks, so that rows do not rerender for them. */
export function useRowActions({ list, transfers, ...bulk }: Bulk, screen: Screen): RowActions {
  const latest = useLatest(screen)
  const latestBulk = useLatest(bulk)
  return useMemo(() => {
    /** A file that was sent already only lacks its track. */
    const retry = (id: string) =>
      latestBulk.current.hasRun && !latestBulk.current.isRunning
        ? latest.current.start(id)
        : transfers.resume(id)
    return {
      change: list.update,
      retry,
      pause: transfers.pause,
      resume: transfers.resume,
      async reopen(id) {
        const item = list.item(id)
        try {
          const file = item && (await askForFile(item.source, item.upload !== undefined))
          latest.current.showProblem('')
          if (file) list.restoreFile(id, file)
          if (file && item.status === 'failed') retry(id)
          else transfers.start()
        } catch (error) {
          latest.current.showProblem(error instanceof Error ? error.message : '')
        }
      },
      async chooseAnother(id) {
        const file = await chooseFile(audioTypes)
        if (!file) return
        const problem = validateFile(file, audioFileRules)
        const isTaken = !problem && (await latestBulk.current.replaceFile(id, file))
        latest.current.showProblem(problem ?? (isTaken ? '' : `${file.name} is here already.`))
        if (isTaken) retry(id)
      },
      /** Moves the focus to the next row. */
      remove(id, button) {
        const row = button.closest('li')
        const next = row?.nextElementSibling ?? row?.previousElementSibling
        transfers.remove(id)
        if (list.get().length === 0) return latestBulk.current.clear()
        const focus = next?.querySelector<HTMLElement>('[data-remove]')
        if (focus) focus.focus()
        else latest.current.focusDrop()
      },
      clear: () => latestBulk.current.clear(),
    }
  }, [list, transfers, latest, latestBulk])
}
