import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import type { ShareLink } from '#contract/share-links.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { type LinkedItem, refetchShareLinks } from '#web/api/share-links.ts'
import { fromLocalInput, isTime, localTimeZone, toLocalInput } from '#web/lib/publishing.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'

type NewLinkProps = {
  linked: LinkedItem
  onCreated: (created: { id: string; url: string }) => void
  onClose: () => void
}

export function NewLink({ linked, onCreated, onClose }: NewLinkProps) {
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: (fields: Fields) =>
      request(routes.createShareLink, { body: { ...linked, ...fields } }),
    meta: inlineErrors,
    onSuccess: async ({ link, url }) => {
      await refetchShareLinks(queryClient)
      onCreated({ id: link.id, url })
    },
  })
  return (
    <LinkForm
      initial={{ name: '', expiresAt: null, maxListens: null, allowDownload: false }}
      submit="Create link"
      isPending={create.isPending}
      error={rejectionOf(create.error)}
      onSave={create.mutate}
      onClose={onClose}
    />
  )
}

export function EditLink({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    // A time that stays may have passed.
    mutationFn: ({ expiresAt, ...fields }: Fields) =>
      request(routes.updateShareLink, {
        params: { id: link.id },
        body: { ...fields, ...(expiresAt !== link.expiresAt && { expiresAt }) },
      }),
    meta: inlineErrors,
    onSuccess: async () => {
      await refetchShareLinks(queryClient)
      onClose()
    },
  })
  return (
    <LinkForm
      initial={link}
      submit="Save"
      isPending={save.isPending}
      error={rejectionOf(save.error)}
      onSave={save.mutate}
      onClose={onClose}
    />
  )
}

type Fields = Pick<ShareLink, 'name' | 'expiresAt' | 'maxListens' | 'allowDownload'>

type LinkFormProps = {
  initial: Fields
  submit: string
  isPending: boolean
  error: string | undefined
  onSave: (fields: Fields) => void
  onClose: () => void
}

function LinkForm({ initial, submit, isPending, error, onSave, onClose }: LinkFormProps) {
  const [name, setName] = useState(initial.name)
  const [expiresAt, setExpiresAt] = useState(initial.expiresAt)
  const [listens, setListens] = useState(initial.maxListens?.toString() ?? '')
  const [allowDownload, setAllowDownload] = useState(initial.allowDownload)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const maxListens = listens.trim() === '' ? null : Number(listens)
    if (!isPending) onSave({ name, expiresAt, maxListens, allowDownload })
  }
  return (
    <form noValidate onSubmit={onSubmit} className="mt-5 grid gap-4">
      <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_280px_160px]">
        <TextField
          autoFocus
          label="Name"
          autoComplete="off"
          placeholder="For the label"
          hint="Only you see it."
          maxLength={limits.maxShareLinkNameLength}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          optional
          label={`Expires (${localTimeZone()})`}
          type="datetime-local"
          // Not controlled: browsers clear the value while a part of it is being typed.
          defaultValue={initial.expiresAt ? toLocalInput(initial.expiresAt) : ''}
          onChange={({ target }) =>
            setExpiresAt(isTime(target.value) ? fromLocalInput(target.value) : null)
          }
        />
        <TextField
          optional
          label="Listens"
          type="number"
          inputMode="numeric"
          min={1}
          max={limits.maxShareListens}
          placeholder="No limit"
          value={listens}
          onChange={({ target }) => setListens(target.value)}
        />
      </div>
      <div className="max-w-100">
        <Switch label="Allow download" checked={allowDownload} onChange={setAllowDownload} />
      </div>
      {error && (
        <p role="alert" className="text-sm text-danger-text">
          {error}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" tone="primary" isPending={isPending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
