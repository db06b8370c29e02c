import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { displayName } from '#contract/display-name.ts'
import { reasonLabels } from '#contract/report-reasons.ts'
import type { ReportedItem } from '#contract/reports.ts'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { decisionEffects, reportsOfItemQuery } from '#web/api/reports.ts'
import { PagedList } from '#web/components/paged-list.tsx'
import { CardWaveform } from '#web/components/waveform-card.tsx'
import { focusAt, shortcutsEnabled } from '#web/features/player/controls/shortcuts.ts'
import { formatNumber, formatRelativeDate, pluralize } from '#web/lib/format.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { ListError } from '#web/ui/list-error.tsx'
import { UserLink } from '../user-link.tsx'
import { ReportedContent } from './reported-content.tsx'

const decisionLabels = { dismiss: 'Dismissed', remove: 'Removed', suspend: 'User suspended' }

const loadDialog = async () => (await import('./decide-dialog.tsx')).DecideDialog

type ReportCaseProps = {
  item: ReportedItem
  /** The keys 1, 2 and 3 decide. */
  withKeys?: boolean
  onDecided?: () => void
}

/** A reported item with its reports, what was decided, and what can be. */
export function ReportCase({ item, withKeys = false, onDecided }: ReportCaseProps) {
  const queryClient = useQueryClient()
  const { card, onLeaving } = useFocusOfNextCard()
  const { onSuccess, onError } = decisionEffects(queryClient)
  function leave() {
    onLeaving()
    onDecided?.()
  }
  const effects = {
    onSuccess(updated: ReportedItem) {
      leave()
      return onSuccess(updated)
    },
    onError,
  }
  const params = { id: item.id }
  const dismiss = useMutation({
    mutationFn: () => request(routes.decideReport, { params, body: { decision: 'dismiss' } }),
    ...effects,
  })
  const undo = useMutation({
    mutationFn: () => request(routes.undoDecision, { params }),
    ...effects,
  })
  const openDialog = useOpenDialog()
  const ask = (decision: 'remove' | 'suspend', about: string) => () =>
    openDialog(loadDialog, { decision, itemId: item.id, name: about, onDecided: leave })
  const name =
    (item.track ?? item.playlist)?.title ??
    (item.comment ?? item.note)?.text ??
    displayName(item.user)
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={name}
      className="rounded-panel border border-line bg-surface outline-none"
    >
      <div className="grid gap-4 px-5 pt-5 tablet:px-6 tablet:pt-6">
        <ReportedContent item={item} />
        {item.track && <CardWaveform track={item.track} />}
        <ItemReports item={item} />
        {item.decisions.length > 0 && (
          <Decisions item={item} isPending={undo.isPending} onUndo={() => undo.mutate()} />
        )}
      </div>
      {item.isOpen && (
        <Actions
          item={item}
          withKeys={withKeys}
          isPending={dismiss.isPending}
          onDismiss={() => dismiss.isPending || dismiss.mutate()}
          onRemove={item.kind === 'user' ? null : ask('remove', name)}
          onSuspend={ask('suspend', displayName(item.user))}
        />
      )}
    </article>
  )
}

type ActionsProps = {
  item: ReportedItem
  withKeys: boolean
  isPending: boolean
  onDismiss: () => void
  /** Users are not removed. */
  onRemove: (() => void) | null
  onSuspend: () => void
}

/** At the end of the case, which they do not leave while its reports are scrolled. */
function Actions({ item, withKeys, isPending, onDismiss, onRemove, onSuspend }: ActionsProps) {
  // Authors of notes have no account.
  const canSuspend = item.kind !== 'note' && !item.isUserSuspended && !item.isUserAdmin
  useDigitKeys(withKeys ? [onDismiss, onRemove, canSuspend ? onSuspend : null] : [])
  return (
    <div className="sticky bottom-0 mt-4 flex flex-wrap items-center gap-3 rounded-b-panel border-t border-line bg-surface px-5 py-4 max-tablet:[&>button]:flex-1 tablet:px-6">
      <Button
        isPending={isPending}
        onClick={onDismiss}
        aria-keyshortcuts={withKeys ? '1' : undefined}
      >
        Dismiss
        {withKeys && <Key name="1" />}
      </Button>
      {onRemove && (
        <Button
          tone="outline"
          className="text-danger-text"
          onClick={onRemove}
          aria-keyshortcuts={withKeys ? '2' : undefined}
        >
          Remove
          {withKeys && <Key name="2" />}
        </Button>
      )}
      {item.kind !== 'note' && item.isUserSuspended && (
        <Badge tone="primary">{decisionLabels.suspend}</Badge>
      )}
      {canSuspend && (
        <Button
          tone="outline"
          className="text-danger-text"
          onClick={onSuspend}
          aria-keyshortcuts={withKeys ? '3' : undefined}
        >
          Suspend user
          {withKeys && <Key name="3" />}
        </Button>
      )}
    </div>
  )
}

function Key({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-5.5 place-items-center rounded-art border border-line-strong font-sans text-xs text-muted"
    >
      {name}
    </span>
  )
}

/** Runs the action whose digit is pressed, from 1 on; not while something is typed or a dialog is open. */
function useDigitKeys(actions: readonly ((() => void) | null)[]) {
  const latest = useLatest(actions)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented, target } = event
      if (ctrlKey || metaKey || altKey || repeat || defaultPrevented) return
      const action = latest.current[Number(key) - 1]
      if (!action || focusAt(target).usesAllKeys || !shortcutsEnabled()) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [latest])
}

type DecisionsProps = { item: ReportedItem; isPending: boolean; onUndo: () => void }

/** What was decided earlier; the last decision can be undone. */
function Decisions({ item: { decisions }, isPending, onUndo }: DecisionsProps) {
  const inEffect = decisions.find(({ undoneAt }) => undoneAt === null)
  return (
    <ul aria-label="Decisions" className="grid gap-2 border-t border-line py-3.5">
      {decisions.map((decision) => (
        <li key={decision.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="wrap-anywhere text-muted">
            {decisionLabels[decision.decision]} by <UserLink user={decision.actor} /> ·{' '}
            <time dateTime={decision.at}>{formatRelativeDate(decision.at)}</time>
            {decision.undoneAt && ' · Undone'}
            {decision.reason && ` · ${decision.reason}`}
          </span>
          {decision === inEffect && (
            <Button size="small" tone="outline" isPending={isPending} onClick={onUndo}>
              Undo
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Moves the focus to the next card when this one leaves the list, so that moderators can continue with the keyboard. */
function useFocusOfNextCard() {
  const card = useRef<HTMLElement>(null)
  const next = useRef<HTMLElement>(null)
  // After the dialog has given the focus back to a button that is gone.
  useEffect(() => () => focusCase(next.current), [])
  function onLeaving() {
    const list = card.current?.closest('section')
    if (!card.current || !list) return
    const cards = [...list.querySelectorAll<HTMLElement>('article')]
    const at = cards.indexOf(card.current)
    next.current = cards[at + 1] ?? cards[at - 1] ?? list
  }
  return { card, onLeaving }
}

/** The article, of which screen readers read the name. The last case of a wide screen takes its section with it. */
function focusCase(next: HTMLElement | null) {
  if (!next) return
  const place = next.isConnected
    ? next
    : document.querySelector<HTMLElement>('section[tabindex="-1"]')
  const target = place?.querySelector<HTMLElement>('article') ?? place
  target?.focus()
}

/** All reports of an item, newest first. Earlier ones load by button only: the next item follows below. */
function ItemReports({ item }: { item: ReportedItem }) {
  const list = useInfiniteQuery(reportsOfItemQuery(item))
  const { pages } = list.data
  const loaded = pages.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <div>
      <PagedList pages={pages} className="divide-y divide-line border-t border-line">
        {({ id, reason, text, at, reporter }) => (
          <li key={id} className="grid gap-1 py-3.5">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              <Badge tone="primary">{reasonLabels[reason]}</Badge>
              <span>
                <UserLink user={reporter} /> · <time dateTime={at}>{formatRelativeDate(at)}</time>
              </span>
            </p>
            {text && <p className="max-w-[70ch] wrap-anywhere whitespace-pre-line">{text}</p>}
          </li>
        )}
      </PagedList>
      {list.hasNextPage && !list.isFetchNextPageError && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3.5 text-sm text-muted">
          {formatNumber(loaded)} of {pluralize(item.reportCount, 'report')}
          <Button
            size="small"
            isPending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {list.isFetchingNextPage ? 'Loading...' : 'Show more'}
          </Button>
        </p>
      )}
      {list.isFetchNextPageError && (
        <ListError what="More" onRetry={() => void list.fetchNextPage()} />
      )}
    </div>
  )
}
