import type { UseMutationResult } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { SearchField, searchDebounceMs } from '#web/features/search/search-field.tsx'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { useResumeDraft } from '#web/ui/draft-persistence.ts'
import type { Draft } from '#web/ui/use-draft-form.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { type ListQuery, ManagedList, type RowsProps } from './managed-list.tsx'
import { ExportButton, Toolbar } from './toolbar.tsx'

type LoadDialog<Item> = () => Promise<ComponentType<{ row: Item; onClose: () => void }>>

type ManagedTabProps<Item> = Omit<RowsProps, 'empty'> & {
  title: string
  text?: string
  placeholder: string
  exportLabel: string
  useList: (query: string) => ListQuery<Item>
  useExport: (query: string) => UseMutationResult<unknown, Error, void>
  loadEdit: LoadDialog<Item>
  loadDelete: LoadDialog<Item>
  /** Of the edit dialog. */
  draftKey: string
  children: (item: Item, onEdit: (item: Item) => void, onDelete: (item: Item) => void) => ReactNode
}

/** A list of everything of one kind that can be searched, exported, edited and deleted. */
export function ManagedTab<Item extends { id: string }>(props: ManagedTabProps<Item>) {
  const { title, text, placeholder, exportLabel, useList, useExport, children, ...rest } = props
  const { loadEdit, loadDelete, draftKey, ...rows } = rest
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed.trim(), searchDebounceMs)
  const list = useList(query)
  const file = useExport(typed.trim())
  const edit = useRowDialog(loadEdit)
  const remove = useRowDialog(loadDelete)
  const { open } = edit
  const resume = useCallback(
    ({ subject }: Partial<Draft<object, Item>>) => subject && open(subject),
    [open],
  )
  useResumeDraft(draftKey, resume)
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
        {(item) => children(item, open, remove.open)}
      </ManagedList>
      {edit.dialog}
      {remove.dialog}
    </>
  )
}

function useRowDialog<Item>(load: LoadDialog<Item>) {
  const [row, setRow] = useState<Item>()
  const { Component, open, close } = useLazyComponent(load)
  return {
    dialog: Component && row !== undefined && <Component row={row} onClose={close} />,
    open: useCallback(
      (chosen: Item) => {
        setRow(chosen)
        open()
      },
      [open],
    ),
  }
}
