import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { useLazyPart } from '#web/ui/use-lazy-part.ts'

type RowDialog<Row> = ComponentType<{ row: Row; onClose: () => void }>
type Loaders<Row> = {
  edit: () => Promise<RowDialog<Row>>
  remove: () => Promise<RowDialog<Row>>
}

/** The two dialogs that a row opens, one at a time. */
export function useRowDialogs<Row>({ edit, remove }: Loaders<Row>) {
  const [row, setRow] = useState<Row>()
  const editing = useLazyPart(edit)
  const removing = useLazyPart(remove)
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
  const dialogs: ReactNode = row !== undefined && (
    <>
      {editing.Part && <editing.Part row={row} onClose={editing.close} />}
      {removing.Part && <removing.Part row={row} onClose={removing.close} />}
    </>
  )
  return { onEdit, onDelete, dialogs }
}
