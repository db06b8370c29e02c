import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate, formatRelativeDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'

type CredentialItemProps = {
  icon: ReactNode
  credential: { id: string; name: string; createdAt: string; lastUsedAt: string | null }
  /** Which program used it last. */
  usedBy?: string | null
  /** What it may do. */
  scopes?: string
  revoke: (id: string) => Promise<unknown>
  onRevoked: () => unknown
}

/** An app password or an API token. */
export function CredentialItem({ credential, ...item }: CredentialItemProps) {
  const { id, name, createdAt, lastUsedAt } = credential
  const remove = useMutation({ mutationFn: () => item.revoke(id), onSettled: item.onRevoked })
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 py-3.5">
      {item.icon}
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {item.scopes && `${item.scopes} · `}
          Added <time dateTime={createdAt}>{formatDate(createdAt)}</time>
          {' · '}
          {lastUsedAt ? (
            <>
              Last used{' '}
              <time dateTime={lastUsedAt}>{formatRelativeDate(lastUsedAt).toLowerCase()}</time>
              {item.usedBy && ` by ${item.usedBy}`}
            </>
          ) : (
            'Never used'
          )}
        </p>
      </div>
      <Button
        size="small"
        tone="outline"
        isPending={remove.isPending}
        aria-label={`Revoke ${name}`}
        onClick={() => remove.mutate()}
      >
        Revoke
      </Button>
    </li>
  )
}
