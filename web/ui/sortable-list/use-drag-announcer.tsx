import type { Active, DragMoveEvent } from '@dnd-kit/core'
import { useEffect, useRef, useState } from 'react'
import type { DraggedRow } from './drag-sensors.ts'
import { moveText } from './drag-state.ts'

type Dragged = { active: Active }

/** Announces drags and other moves to screen readers, in the live region that it returns. */
export function useDragAnnouncer(rows: number) {
  const [message, announce] = useState('')
  // After a row was added or removed it is no longer true.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the number
  useEffect(() => announce(''), [rows])
  const last = useRef({ row: -1, moved: 0 })
  function say({ active }: Dragged, what: string, row?: number) {
    const dragged = active.data.current as DraggedRow
    const to = row ?? dragged.row
    last.current.row = to
    announce(`${dragged.title} ${what} ${to + 1} of ${dragged.rows}.`)
  }
  return {
    announce,
    started(event: Dragged) {
      last.current.moved = 0
      say(event, 'picked up. It is track')
    },
    moved(event: DragMoveEvent, row: number) {
      const { rows } = event.active.data.current as DraggedRow
      const moved = event.delta.y
      if (moved === last.current.moved) return
      last.current.moved = moved
      if (row !== last.current.row) say(event, 'would be track', row)
      else if (event.activatorEvent.type === 'keydown') announce(moveText({ moved, row, rows }))
    },
    ended: (event: Dragged, row: number) => say(event, 'is now track', row),
    cancelled: (event: Dragged) => say(event, 'stays track'),
    region: (
      <p role="status" aria-live="assertive" className="sr-only">
        {message}
      </p>
    ),
  }
}
