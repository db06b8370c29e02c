import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { AccountSession } from '#contract/account.ts'
import * as routes from '#contract/routes.ts'
import { apiTokensQuery, appPasswordsQuery, sessionsQuery } from '#web/api/account.ts'
import { request } from '#web/api/client.ts'
import { formatDate, formatRelativeDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SettingsRow } from './settings-section.tsx'

export function SessionsRow() {
  const queryClient = useQueryClient()
  const { data: sessions } = useQuery(sessionsQuery)
  const [revokeApps, setRevokeApps] = useState(true)
  const refetch = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  const endOne = useMutation({
    mutationFn: (id: string) => request(routes.endSession, { params: { id } }),
    onSettled: refetch,
  })
  const endOthers = useMutation({
    mutationFn: () => request(routes.endOtherSessions, { body: { revokeApps } }),
    meta: { done: { title: 'Signed out everywhere else', tone: 'plain' } },
    onSettled: () => {
      for (const { queryKey } of [appPasswordsQuery, apiTokensQuery])
        void queryClient.invalidateQueries({ queryKey })
      return refetch()
    },
  })
  return (
    <SettingsRow
      title="Sessions"
      text="Where you are signed in."
      control={
        sessions &&
        sessions.length > 1 && (
          <div className="grid justify-items-start gap-1.5">
            <Button isPending={endOthers.isPending} onClick={() => endOthers.mutate()}>
              Sign out everywhere else
            </Button>
            <Checkbox
              label="Also revoke apps and tokens"
              checked={revokeApps}
              onChange={setRevokeApps}
            />
          </div>
        )
      }
    >
      <ul aria-label="Sessions" className="-mb-3 divide-y divide-line">
        {sessions?.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            isPending={endOne.isPending && endOne.variables === session.id}
            onEnd={() => endOne.mutate(session.id)}
          />
        ))}
      </ul>
    </SettingsRow>
  )
}

type SessionItemProps = { session: AccountSession; isPending: boolean; onEnd: () => void }

function SessionItem({ session, isPending, onEnd }: SessionItemProps) {
  const { browser, system, startedAt, lastUsedAt, isCurrent } = session
  const isPhone = ['Android', 'iPhone', 'iPad'].includes(system ?? '')
  const Icon = isPhone ? Smartphone : Monitor
  const name = [browser ?? 'Unknown browser', system].filter(Boolean).join(' on ')
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 py-3.5">
      <Icon aria-hidden="true" className="size-6 text-muted" strokeWidth={1.75} />
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted">
          First used <time dateTime={startedAt}>{formatDate(startedAt)}</time>
          {' · '}Last used{' '}
          <time dateTime={lastUsedAt}>{formatRelativeDate(lastUsedAt).toLowerCase()}</time>
        </p>
      </div>
      {isCurrent ? (
        <span className="rounded-full bg-raised px-3 py-1.5 text-sm font-semibold">
          This device
        </span>
      ) : (
        <Button
          size="small"
          tone="outline"
          isPending={isPending}
          onClick={onEnd}
          aria-label={`Sign out ${name}`}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
