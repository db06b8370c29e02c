import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Invite } from '#contract/invites.ts'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { invitesQuery, refetchInvites } from '#web/api/invites.ts'
import { formatRelativeDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { AdminGate } from '../admin-gate.tsx'
import { AdminListPage } from '../admin-list-page.tsx'
import { Badge } from '../badge.tsx'
import { UserLink } from '../user-link.tsx'
import { CreateInvite } from './create-invite.tsx'

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
    <AdminListPage
      title="Invites"
      label="All invites"
      empty="No invites yet"
      list={list}
      variant="rows"
      above={<CreateInvite revokedIds={revokedIds} />}
    >
      {(invite) => <InviteRow key={invite.id} invite={invite} />}
    </AdminListPage>
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
          <time dateTime={invite.expiresAt}>{new Date(invite.expiresAt).toLocaleString()}</time> ·
          created by <UserLink deleted="a deleted user" user={invite.createdBy} />{' '}
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
