import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { createContext, type FormEvent, useContext, useState } from 'react'
import { TextField } from '../field.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { MenuItem, MenuSeparator } from '../menu.tsx'

type RowMove = {
  title: string
  row: number
  rows: number
  moveTo: (row: number) => void
}

/** Of the row of a sortable list, for its menu. */
export const RowMoveContext = createContext<RowMove | null>(null)

/** 'Move up', 'Move down' and 'Move to…' in the menu of a row that can be moved, and their dialog. */
export function useMoveItems() {
  const move = useContext(RowMoveContext)
  const [isOpen, setOpen] = useState(false)
  if (!move || move.rows < 2) return null
  const { row, rows, moveTo } = move
  return {
    items: (
      <>
        {row > 0 && (
          <MenuItem icon={<ArrowUp />} onSelect={() => moveTo(row - 1)}>
            Move up
          </MenuItem>
        )}
        {row < rows - 1 && (
          <MenuItem icon={<ArrowDown />} onSelect={() => moveTo(row + 1)}>
            Move down
          </MenuItem>
        )}
        <MenuItem icon={<ArrowUpDown />} onSelect={() => setOpen(true)}>
          Move to…
        </MenuItem>
        <MenuSeparator />
      </>
    ),
    dialog: isOpen && <MoveDialog move={move} onClose={() => setOpen(false)} />,
  }
}

type MoveDialogProps = { move: RowMove; onClose: () => void }

function MoveDialog({ move: { title, row, rows, moveTo }, onClose }: MoveDialogProps) {
  const [typed, setTyped] = useState(String(row + 1))
  const [error, setError] = useState<string>()
  function submit(event: FormEvent) {
    event.preventDefault()
    const position = Number(typed)
    if (!Number.isInteger(position) || position < 1 || position > rows)
      return setError(`Please enter a number from 1 to ${rows}`)
    onClose()
    moveTo(position - 1)
  }
  return (
    <FormDialog
      title="Move to"
      text={title}
      submit="Move"
      isDirty={false}
      isPending={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Position"
        type="number"
        inputMode="numeric"
        min={1}
        max={rows}
        hint={`From 1 to ${rows}`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={error}
      />
    </FormDialog>
  )
}
