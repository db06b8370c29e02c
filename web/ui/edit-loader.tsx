import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { ListError } from './list-error.tsx'

type EditLoaderProps<Item> = {
  title: string
  what: string
  query: { data: Item | null | undefined; isFetching: boolean; refetch: () => unknown }
  onClose: () => void
  children: (item: Item) => ReactNode
}

/**
 * A form whose subject is loaded when it opens: a list may have only the start of a text, and a page may be hours old.
 * Nothing of theirs is sent back.
 */
export function EditLoader<Item>({ title, what, query, onClose, children }: EditLoaderProps<Item>) {
  const { data, isFetching, refetch } = query
  if (data) return children(data)
  if (isFetching) return null
  return (
    <Dialog title={title} onClose={onClose}>
      <ListError what={what} onRetry={() => void refetch()} className="flex gap-4" />
    </Dialog>
  )
}
