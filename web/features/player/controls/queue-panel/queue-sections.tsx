import { X } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { classNames } from '#web/lib/class-names.ts'
import { artistName } from '#web/lib/display-name.ts'
import { formatDuration } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { DragState } from '#web/ui/sortable-list/drag-state.ts'
import { SortableList } from '#web/ui/sortable-list/sortable-list.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import type { QueueEntry } from '../../queue/queue.ts'
import {
  addToQueue,
  clearAdded,
  jumpTo,
  moveAdded,
  moveUpcoming,
  removeEntry,
  upcoming,
} from '../../queue/queue-editing.ts'
import { usePlayer, usePlayerState } from '../../use-player.ts'
import { RowCover } from '../row-cover.tsx'

/** Renders the menu of a track. A function: the menu is a component above the features. */
export type RenderMenu = (track: Track, onLeave?: () => void) => ReactNode

type RowContext = { renderMenu: RenderMenu; onLeave: (() => void) | undefined }

/** What plays, what was queued manually, and the rest of the list. */
export function QueueSections({ renderMenu, onLeave }: RowContext) {
  const player = usePlayer()
  const queue = usePlayerState((state) => state.queue)
  const next = useMemo(() => upcoming(queue), [queue])
  const current = queue.entries[queue.index]
  return (
    <>
      {current && (
        <Section title="Now playing">
          <div className="h-16">
            <QueueRow
              track={current.track}
              onPlay={player.toggle}
              renderMenu={renderMenu}
              onLeave={onLeave}
            />
          </div>
        </Section>
      )}
      {queue.added.length > 0 && (
        <Section
          title="Next in queue"
          action={
            <Button
              tone="ghost"
              size="small"
              onClick={({ currentTarget }) => {
                focusPanel(currentTarget)
                player.changeQueue(clearAdded)
              }}
            >
              Clear queue
            </Button>
          }
        >
          <Entries
            renderMenu={renderMenu}
            onLeave={onLeave}
            entries={queue.added}
            onMove={(move) => player.changeQueue((queue) => moveAdded(queue, move))}
          />
        </Section>
      )}
      {next.length > 0 && (
        <Section title={queue.source === null ? 'Next' : `Next from ${queue.source}`}>
          <Entries
            renderMenu={renderMenu}
            onLeave={onLeave}
            entries={next}
            onMove={(move) => player.changeQueue((queue) => moveUpcoming(queue, move))}
          />
        </Section>
      )}
      {queue.added.length + next.length === 0 && (
        <p className="px-3 pt-6 text-muted">
          Nothing comes next. ‘Add to queue’ in the menu of a track puts it here.
        </p>
      )}
    </>
  )
}

type SectionProps = { title: string; action?: ReactNode; children: ReactNode }

function Section({ title, action, children }: SectionProps) {
  return (
    // Focusable by code: it gets the focus of a row that was removed.
    <section aria-label={title} tabIndex={-1} className="pt-4 outline-none">
      <div className="flex min-h-9 items-center justify-between gap-3 px-2.5">
        <h3 className="truncate text-sm font-semibold text-muted" title={title}>
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  )
}

type EntriesProps = RowContext & {
  entries: readonly QueueEntry[]
  onMove: (move: DragState) => void
}

const titleOf = ({ track }: QueueEntry) => track.title

function Entries({ entries, onMove, renderMenu, onLeave }: EntriesProps) {
  const player = usePlayer()
  const toasts = useToasts()
  const onRemove = useCallback(
    ({ id, track }: QueueEntry, button: HTMLElement) => {
      const panel = button.closest<HTMLElement>('[role="dialog"]')
      focusNeighbor(button)
      const before = player.state().queue
      player.changeQueue((queue) => removeEntry(queue, id))
      const after = player.state().queue
      // In its place, or if the queue has changed since, as what was queued last.
      const undo = () => {
        player.changeQueue((queue) => (queue === after ? before : addToQueue(queue, [track])))
        // The toast has had the focus, and gives it to nothing that is visible.
        setTimeout(() => panel?.isConnected && panel.focus())
      }
      toasts.show({
        title: 'Removed from queue',
        text: track.title,
        actions: [{ label: 'Undo', onClick: undo }],
      })
    },
    [player, toasts],
  )
  return (
    <SortableList
      items={entries}
      titleOf={titleOf}
      onMove={onMove}
      zIndex={80}
      className="[--row-height:64px]"
    >
      {useCallback(
        (entry: QueueEntry, _row: number, options) => (
          <QueueRow
            track={entry.track}
            onPlay={() => {
              focusPanel(document.activeElement)
              player.changeQueue((queue) => jumpTo(queue, entry.id))
            }}
            onRemove={(button) => onRemove(entry, button)}
            renderMenu={renderMenu}
            onLeave={onLeave}
            {...options}
          />
        ),
        [player, onRemove, renderMenu, onLeave],
      )}
    </SortableList>
  )
}

/** The focused button disappears with its row: moves the focus to that of the next row. */
function focusNeighbor(button: HTMLElement) {
  const row = button.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const neighbor = next?.querySelector<HTMLElement>('[data-remove]')
  if (neighbor) neighbor.focus()
  else focusPanel(button)
}

/** For a focused button that disappears: the focus would be lost. */
function focusPanel(button: Element | null) {
  button?.closest<HTMLElement>('[role="dialog"]')?.focus()
}

type QueueRowProps = RowContext & {
  track: Track
  onPlay: () => void
  /** Not for the current track. */
  onRemove?: (button: HTMLElement) => void
  handle?: ReactNode
  isDragged?: boolean
}

function QueueRow(props: QueueRowProps) {
  const { track, onPlay, onRemove, handle, isDragged, renderMenu, onLeave } = props
  return (
    <div
      className={classNames(
        'group grid h-full items-center gap-2.5 rounded-control pr-1 pl-1.5',
        handle
          ? 'grid-cols-[28px_44px_minmax(0,1fr)_auto]'
          : 'grid-cols-[44px_minmax(0,1fr)_auto] pl-2.5',
        isDragged
          ? 'bg-overlay shadow-[var(--shadow-lift),0_0_0_1.5px_var(--color-primary)]'
          : 'hover:bg-raised',
      )}
    >
      {handle}
      <RowCover track={track} onPlay={onPlay} className="w-11" />
      <span className="min-w-0">
        <Link
          href={paths.track(track)}
          replace={onLeave !== undefined}
          onClick={onLeave}
          title={track.title}
          className={classNames(
            'block truncate rounded-art text-md leading-row font-semibold hover:underline',
            !onRemove && 'text-primary-text',
          )}
        >
          {track.title}
        </Link>
        <span className="block truncate text-sm leading-row text-muted tabular-nums">
          {artistName(track)}
          {track.duration !== null && ` · ${formatDuration(track.duration)}`}
        </span>
      </span>
      <span className="flex">
        {renderMenu(track, onLeave)}
        {onRemove && (
          <IconButton
            data-remove
            label={`Remove ${track.title} from queue`}
            onClick={({ currentTarget }) => onRemove(currentTarget)}
          >
            <X />
          </IconButton>
        )}
      </span>
    </div>
  )
}
