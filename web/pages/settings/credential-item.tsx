import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
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

/**
 * What was just created, with its secret, for as long as it is in the list: not after it was revoked
 * here or elsewhere. It is added at once, because without the network the list is not fetched again.
 */
export function useCreated<New extends { id: string }>(
  queryKey: QueryKey,
  list: readonly { id: string }[] | undefined,
  listed: (created: New) => { id: string },
) {
  const queryClient = useQueryClient()
  const [created, setCreated] = useState<New>()
  const refetch = () => queryClient.invalidateQueries({ queryKey })
  const add = (item: New) => {
    queryClient.setQueryData(queryKey, (items: { id: string }[] = []) => [...items, listed(item)])
    setCreated(item)
    return refetch()
  }
  const isListed = created && list?.some(({ id }) => id === created.id)
  return { created: isListed ? created : undefined, add, refetch }
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
