import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SearchField, searchDebounceMs } from '#web/features/search/search-field.tsx'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { type ListQuery, ManagedList, type RowsProps } from './managed-list.tsx'
import { ExportButton, Toolbar } from './toolbar.tsx'
import { type RowDialogs, useRowDialogs } from './use-row-dialogs.tsx'

type ManagedTabProps<Item> = Omit<RowsProps, 'empty'> & {
  title: string
  text?: string
  placeholder: string
  exportLabel: string
  useList: (query: string) => ListQuery<Item>
  useExport: (query: string) => UseMutationResult<unknown, Error, void>
  dialogs: RowDialogs<Item>
  children: (item: Item, onEdit: (item: Item) => void, onDelete: (item: Item) => void) => ReactNode
}

/** A list of everything of one kind that can be searched, exported, edited and deleted. */
export function ManagedTab<Item extends { id: string }>(props: ManagedTabProps<Item>) {
  const { title, text, placeholder, exportLabel, useList, useExport, children, ...rows } = props
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed.trim(), searchDebounceMs)
  const list = useList(query)
  const file = useExport(typed.trim())
  const { onEdit, onDelete, dialogs } = useRowDialogs(props.dialogs)
  return (
    <>
      <Toolbar title={title} text={text}>
        <SearchField placeholder={placeholder} value={typed} onChange={setTyped} />
        <ExportButton
          label={exportLabel}
          isPending={file.isPending}
          onClick={() => file.mutate()}
        />
      </Toolbar>
      <ManagedList list={list} {...rows} empty={`No ${rows.noun}s ${query ? 'found' : 'yet'}`}>
        {(item) => children(item, onEdit, onDelete)}
      </ManagedList>
      {dialogs}
    </>
  )
}
