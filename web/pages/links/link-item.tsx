import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import * as routes from '#contract/routes.ts'
import type { ShareLink } from '#contract/share-links.ts'
import { request } from '#web/api/client.ts'
import { refetchShareLinks } from '#web/api/share-links.ts'
import { formatDateTime, formatNumber, formatRelativeDate, pluralize } from '#web/lib/format.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EditLink } from './link-forms.tsx'

const LinkNotes = lazyComponent(async () => (await import('./link-notes.tsx')).LinkNotes)

/** Why nobody can begin to listen with it; undefined while somebody can. */
function endOf({ revokedAt, expiresAt, listens, maxListens }: ShareLink): string | undefined {
  if (revokedAt) return 'Revoked'
  if (expiresAt && Date.parse(expiresAt) <= Date.now()) return 'Expired'
  return maxListens !== null && listens >= maxListens ? 'Used up' : undefined
}

function factsOf({ listens, maxListens, lastUsedAt, expiresAt, allowDownload }: ShareLink) {
  return [
    maxListens === null
      ? pluralize(listens, 'listen')
      : `${formatNumber(listens)} of ${pluralize(maxListens, 'listen')}`,
    lastUsedAt ? `last used ${formatRelativeDate(lastUsedAt).toLowerCase()}` : 'not used yet',
    expiresAt && `expires ${formatDateTime(expiresAt)}`,
    allowDownload && 'with download',
  ]
    .filter(Boolean)
    .join(' · ')
}

export function LinkItem({ link }: { link: ShareLink }) {
  const queryClient = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const [asked, setAsked] = useState<'revoke' | 'delete' | null>(null)
  const [showsNotes, setShowsNotes] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const params = { id: link.id }
  const refetch = () => refetchShareLinks(queryClient)
  const revoke = useMutation({
    mutationFn: () => request(routes.updateShareLink, { params, body: { revoked: true } }),
    meta: { done: { title: 'Link revoked' } },
    onSettled: () => {
      setAsked(null)
      return refetch()
    },
  })
  const remove = useMutation({
    mutationFn: () => request(routes.deleteShareLink, { params }),
    meta: { done: { title: 'Link deleted' } },
    // Otherwise the dialog goes with the link, and gives the focus to what stays.
    onError: () => setAsked(null),
    onSettled: refetch,
  })
  const { isSuccess: isRevoked } = revoke
  useEffect(() => {
    // The button that had the focus is gone.
    if (isRevoked && link.revokedAt) heading.current?.focus()
  }, [isRevoked, link.revokedAt])
  function stopEditing() {
    setEditing(false)
    buttons.current?.querySelector('button')?.focus()
  }
  const end = endOf(link)
  return (
    <li className="rounded-panel border border-line bg-surface p-4.5 tablet:p-6.5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-2.5">
            <h2
              ref={heading}
              tabIndex={-1}
              className="font-display text-xl leading-heading font-bold outline-none wrap-anywhere"
            >
              {link.name}
            </h2>
            <Badge tone={end ? 'neutral' : 'primary'}>{end ?? 'Active'}</Badge>
          </div>
          <p className="text-sm text-muted tabular-nums">{factsOf(link)}</p>
        </div>
        <div ref={buttons} className="flex flex-wrap gap-2">
          {!link.revokedAt && (
            <>
              <Button
                size="small"
                aria-label={`Edit ${link.name}`}
                aria-expanded={isEditing}
                onClick={() => setEditing(!isEditing)}
              >
                Edit
              </Button>
              <Button
                size="small"
                tone="outline"
                aria-label={`Revoke ${link.name}`}
                onClick={() => setAsked('revoke')}
              >
                Revoke
              </Button>
            </>
          )}
          <Button
            size="small"
            tone="ghost-danger"
            aria-label={`Delete ${link.name}`}
            onClick={() => setAsked('delete')}
          >
            Delete
          </Button>
        </div>
      </div>
      {isEditing && <EditLink link={link} onClose={stopEditing} />}
      {link.noteCount > 0 && (
        <Button
          size="small"
          tone="outline"
          className="mt-4"
          aria-expanded={showsNotes}
          onClick={() => setShowsNotes(!showsNotes)}
        >
          {showsNotes ? 'Hide notes' : `Show ${pluralize(link.noteCount, 'note')}`}
        </Button>
      )}
      {showsNotes && (
        <Suspense fallback={<span className="shimmer mt-5 block h-24 rounded-panel" />}>
          <LinkNotes link={link} />
        </Suspense>
      )}
      {asked === 'revoke' && (
        <ConfirmDialog
          title="Revoke link"
          text={`“${link.name}” stops working at once, and cannot be made valid again. Its notes are kept.`}
          confirm="Revoke"
          pendingText="Revoking..."
          isPending={revoke.isPending}
          onConfirm={() => revoke.mutate()}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title="Delete link"
          text={`“${link.name}” stops working at once, and its notes are deleted. To keep them, revoke it instead.`}
          confirm="Delete"
          pendingText="Deleting..."
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsked(null)}
        />
      )}
    </li>
  )
}
