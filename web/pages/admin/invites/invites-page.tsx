import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Invite } from '#contract/invites.ts'
import { limits } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import { identityProviderQuery } from '#web/api/admin.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { invitesQuery, refetchInvites } from '#web/api/invites.ts'
import type { Page } from '#web/api/page.ts'
import { formatDateTime, formatRelativeDate } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { SecretLink } from '#web/ui/secret-link.tsx'
import { useTextFields } from '#web/ui/use-text-fields.ts'
import { AdminGate } from '../admin-gate.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminList } from '../admin-list.tsx'
import { UserLink } from '../user-link.tsx'

export const page: Page = { component: InvitesPage }

export function InvitesPage() {
  return <AdminGate title="Invites">{() => <Invites />}</AdminGate>
}

/** Links with which accounts are created, and who used which. */
export function Invites() {
  const list = useInfiniteQuery(invitesQuery)
  const revoked = list.data?.pages.flatMap(({ items }) =>
    items.filter(({ revokedAt }) => revokedAt),
  )
  const revokedIds = new Set(revoked?.map(({ id }) => id))
  return (
    <AdminLayout
      title="Invites"
      text="Links with which accounts are created."
      above={
        <>
          <RegistrationNote />
          <CreateInvite revokedIds={revokedIds} />
        </>
      }
    >
      <AdminList
        label="All invites"
        empty={<p className="py-14 text-center text-muted">No invites yet</p>}
        list={list}
        variant="rows"
      >
        {(invite) => <InviteRow key={invite.id} invite={invite} />}
      </AdminList>
    </AdminLayout>
  )
}

const notes = {
  open: 'Registration is open: anyone can create an account, with or without an invite. Set REGISTRATION=invite to require one.',
  closed: 'Registration is closed: invites have no effect. Set REGISTRATION=invite to allow them.',
}

/** Where invites decide nothing, it says so and what to set. */
function RegistrationNote() {
  const { data } = useQuery(identityProviderQuery)
  if (!data || data.registration === 'invite') return null
  return (
    <p className="mb-5 rounded-panel border border-line bg-surface px-5 py-4 text-muted tablet:px-6">
      {notes[data.registration]}
    </p>
  )
}

function stateOf({ revokedAt, expiresAt, uses, maxUses }: Invite): string | undefined {
  if (revokedAt) return 'Revoked'
  if (uses >= maxUses) return 'Used up'
  return Date.parse(expiresAt) <= Date.now() ? 'Expired' : undefined
}

function InviteRow({ invite }: { invite: Invite }) {
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => request(routes.revokeInvite, { params: { id: invite.id } }),
    onSettled: () => refetchInvites(queryClient),
  })
  const ended = stateOf(invite)
  const hidden = invite.uses - invite.usedBy.length
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 px-5 py-4">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2.5">
          <strong className="font-semibold wrap-anywhere">{invite.note ?? 'Without a note'}</strong>
          <Badge tone={ended ? 'neutral' : 'primary'}>{ended ?? 'Active'}</Badge>
        </p>
        <p className="text-sm text-muted [&>a]:font-semibold">
          {invite.uses} of {invite.maxUses} used · expires{' '}
          <time dateTime={invite.expiresAt}>{formatDateTime(invite.expiresAt)}</time> · created by{' '}
          <UserLink deleted="a deleted user" user={invite.createdBy} />{' '}
          {formatRelativeDate(invite.createdAt).toLowerCase()}
        </p>
        {invite.uses > 0 && (
          <p className="text-sm text-muted [&>a]:font-semibold">
            Used by{' '}
            {invite.usedBy.map(({ user, at }, index) => (
              <span key={at + (user?.id ?? '')}>
                {index > 0 && ', '}
                <UserLink deleted="a deleted user" user={user} />
              </span>
            ))}
            {hidden > 0 && ` and ${hidden} more`}
          </p>
        )}
      </div>
      {!ended && (
        <Button tone="outline" isPending={revoke.isPending} onClick={() => revoke.mutate()}>
          Revoke
        </Button>
      )}
    </li>
  )
}

const lifetimes = { 1: '1 day', 7: '7 days', 30: '30 days', 365: '1 year' }

/** The link of a new invite is shown only here and now, until it is revoked. */
function CreateInvite({ revokedIds }: { revokedIds: ReadonlySet<string> }) {
  const queryClient = useQueryClient()
  const { values, field, reset } = useTextFields({ uses: '1', days: '7', note: '' })
  const create = useMutation({
    mutationFn: () =>
      request(routes.createInvite, {
        body: {
          uses: Number(values.uses),
          expiresInDays: Number(values.days),
          note: values.note,
        },
      }),
    meta: inlineErrors,
    onSuccess: () => {
      reset()
      return refetchInvites(queryClient)
    },
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!create.isPending) create.mutate()
  }
  const error = rejectionOf(create.error)
  return (
    <section
      aria-label="New invite"
      className="rounded-panel border border-line bg-surface p-5 tablet:p-6"
    >
      <form
        noValidate
        onSubmit={onSubmit}
        className="grid items-start gap-4 tablet:grid-cols-[110px_160px_minmax(0,1fr)_auto]"
      >
        <TextField
          label="Uses"
          type="number"
          inputMode="numeric"
          min={1}
          max={limits.maxInviteUses}
          {...field('uses')}
        />
        <SelectField label="Expires in" {...field('days')}>
          {Object.entries(lifetimes).map(([days, label]) => (
            <option key={days} value={days}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Note"
          autoComplete="off"
          maxLength={limits.maxInviteNoteLength}
          placeholder="Who it is for"
          {...field('note')}
        />
        <Button type="submit" tone="primary" className="tablet:mt-7.5" isPending={create.isPending}>
          Create invite
        </Button>
      </form>
      {error && (
        <p role="alert" className="mt-3 text-sm text-danger-text">
          {error}
        </p>
      )}
      {create.data && !revokedIds.has(create.data.invite.id) && (
        <div
          key={create.data.url}
          className="mt-5 grid items-end gap-3 border-t border-line pt-5 tablet:grid-cols-[minmax(0,1fr)_auto]"
        >
          <SecretLink
            label="Invite link"
            hint="It is shown only now. Copy it and send it to those who may create an account."
            url={create.data.url}
            buttonClass="tablet:mb-7"
          />
        </div>
      )}
    </section>
  )
}
