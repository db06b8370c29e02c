import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { displayName } from '#contract/display-name.ts'
import { reasonLabels } from '#contract/report-reasons.ts'
import type { ReportedItem } from '#contract/reports.ts'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { decisionEffects, reportsOfItemQuery } from '#web/api/reports.ts'
import { PagedList } from '#web/components/paged-list.tsx'
import { formatNumber, formatRelativeDate, pluralize } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ListError } from '#web/ui/list-error.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { Badge } from '../badge.tsx'
import { UserLink } from '../user-link.tsx'
import { ReportedContent } from './reported-content.tsx'

const decisionLabels = { dismiss: 'Dismissed', remove: 'Removed', suspend: 'User suspended' }

const loadDialog = async () => (await import('./decide-dialog.tsx')).DecideDialog

/** A reported item with its reports, what was decided, and what can be. */
export function ReportCard({ item }: { item: ReportedItem }) {
  const queryClient = useQueryClient()
  const { card, onLeaving } = useFocusOfNextCard()
  const { onSuccess, onError } = decisionEffects(queryClient)
  const effects = {
    onSuccess(updated: ReportedItem) {
      onLeaving()
      return onSuccess(updated)
    },
    onError,
  }
  const params = { id: item.id }
  const dismiss = useMutation({
    mutationFn: () => request(routes.decideReport, { params, body: { decision: 'dismiss' } }),
    ...effects,
  })
  const [decision, setDecision] = useState<'remove' | 'suspend'>('remove')
  const dialog = useLazyComponent(loadDialog)
  const openDialog = (next: typeof decision) => {
    setDecision(next)
    dialog.open()
  }
  const content = item.track ?? item.playlist
  const undo = useMutation({
    mutationFn: () => request(routes.undoDecision, { params }),
    ...effects,
  })
  const inEffect = item.decisions.find(({ undoneAt }) => undoneAt === null)
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-label={content?.title ?? displayName(item.user)}
      className="rounded-panel border border-line bg-surface p-5 tablet:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <ReportedContent item={item} />
        {item.isOpen && (
          <div className="flex flex-wrap items-center gap-3">
            <Button isPending={dismiss.isPending} onClick={() => dismiss.mutate()}>
              Dismiss
            </Button>
            {content && (
              <Button
                tone="outline"
                className="text-danger-text"
                onClick={() => openDialog('remove')}
              >
                Remove
              </Button>
            )}
            {item.isUserSuspended && <Badge tone="primary">{decisionLabels.suspend}</Badge>}
            {!item.isUserSuspended && !item.isUserAdmin && (
              <Button
                tone="outline"
                className="text-danger-text"
                onClick={() => openDialog('suspend')}
              >
                Suspend user
              </Button>
            )}
          </div>
        )}
      </div>
      <ItemReports item={item} />
      {item.decisions.length > 0 && (
        <ul aria-label="Decisions" className="grid gap-2 border-t border-line pt-3.5">
          {item.decisions.map((decision) => (
            <li key={decision.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <span className="text-muted">
                {decisionLabels[decision.decision]} by <UserLink user={decision.actor} /> ·{' '}
                <time dateTime={decision.at}>{formatRelativeDate(decision.at)}</time>
                {decision.undoneAt && ' · Undone'}
                {decision.reason && ` · ${decision.reason}`}
              </span>
              {decision === inEffect && (
                <Button
                  size="small"
                  tone="outline"
                  isPending={undo.isPending}
                  onClick={() => undo.mutate()}
                >
                  Undo
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {dialog.Component && (
        <dialog.Component
          decision={decision}
          itemId={item.id}
          name={decision === 'remove' && content ? content.title : displayName(item.user)}
          onClose={dialog.close}
          onDecided={onLeaving}
        />
      )}
    </article>
  )
}

/** Moves the focus to the next card when this one leaves the list, so that moderators can continue with the keyboard. */
function useFocusOfNextCard() {
  const card = useRef<HTMLElement>(null)
  const next = useRef<HTMLElement>(null)
  // After the dialog has given the focus back to a button that is gone.
  useEffect(() => () => next.current?.focus(), [])
  function onLeaving() {
    const list = card.current?.closest('section')
    if (!card.current || !list) return
    const cards = [...list.querySelectorAll<HTMLElement>('article')]
    const at = cards.indexOf(card.current)
    next.current = cards[at + 1] ?? cards[at - 1] ?? list
  }
  return { card, onLeaving }
}

/** All reports of an item, newest first. Earlier ones load by button only: the next item follows below. */
function ItemReports({ item }: { item: ReportedItem }) {
  const list = useInfiniteQuery(reportsOfItemQuery(item))
  const { pages } = list.data
  const loaded = pages.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <div className="mt-4">
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
