import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { useResumeDraft } from '#web/ui/draft-persistence.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

type RowDialog<Row> = ComponentType<{ row: Row; onClose: () => void }>
export type RowDialogs<Row> = {
  edit: () => Promise<RowDialog<Row>>
  remove: () => Promise<RowDialog<Row>>
  /** Storage key of the draft of a row whose editor had to sign in again. */
  draft: string
}

/** The edit and delete dialogs of a row. */
export function useRowDialogs<Row>({ edit, remove, draft }: RowDialogs<Row>) {
  const [row, setRow] = useState<Row>()
  const editing = useLazyComponent(edit)
  const removing = useLazyComponent(remove)
  const onEdit = useCallback(
    (chosen: Row) => {
      setRow(chosen)
      editing.open()
    },
    [editing.open],
  )
  const onDelete = useCallback(
    (chosen: Row) => {
      setRow(chosen)
      removing.open()
    },
    [removing.open],
  )
  const resume = useCallback(
    (saved: Partial<{ row: Row }>) => {
      if (saved.row) onEdit(saved.row)
    },
    [onEdit],
  )
  useResumeDraft(draft, resume)
  const dialogs: ReactNode = row !== undefined && (
    <>
      {editing.Component && <editing.Component row={row} onClose={editing.close} />}
      {removing.Component && <removing.Component row={row} onClose={removing.close} />}
    </>
  )
  return { onEdit, onDelete, dialogs }
}
