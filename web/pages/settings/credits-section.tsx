import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { OwnCredit } from '#contract/credits.ts'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import * as routes from '#contract/routes.ts'
import { ownCreditsQuery } from '#web/api/account.ts'
import { request } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsRow } from './settings-section.tsx'

/** Who credits the user: nobody is linked without their consent. */
export function CreditsRow() {
  const query = useInfiniteQuery(ownCreditsQuery)
  const queryClient = useQueryClient()
  const decide = useMutation({
    mutationFn: ({ id, accepted }: { id: string; accepted: boolean }) =>
      request(routes.decideCredit, { params: { id }, body: { accepted } }),
    meta: { onFailure: { title: 'Failed to save your decision' } },
    onSuccess: () => queryClient.invalidateQueries(ownCreditsQuery),
  })
  const credits = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div id="credits" className="scroll-mt-9 nav:scroll-mt-3">
      <SettingsRow
        title="Credits"
        {...(query.data && credits.length === 0 && { value: 'None' })}
        text="Artists who name you in their credits. Your profile is linked there once you have accepted."
      >
        {credits.length > 0 && (
          <ul aria-label="Credits" className="-mb-3 divide-y divide-line">
            {credits.map((credit) => (
              <CreditItem
                key={credit.id}
                credit={credit}
                isPending={decide.isPending && decide.variables.id === credit.id}
                onDecide={(accepted) => decide.mutate({ id: credit.id, accepted })}
              />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button
            tone="outline"
            className="justify-self-start"
            isPending={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </SettingsRow>
    </div>
  )
}

type CreditItemProps = {
  credit: OwnCredit
  isPending: boolean
  onDecide: (accepted: boolean) => void
}

function CreditItem({ credit, isPending, onDecide }: CreditItemProps) {
  const { role, status, item } = credit
  const refuse = status === 'accepted' ? 'Remove my link' : 'Refuse'
  const path = item.kind === 'track' ? paths.track(item) : paths.playlist(item)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 py-3">
      <p className="min-w-0 flex-1 basis-52 wrap-anywhere">
        <span className="font-semibold">{role}</span> on{' '}
        <Link href={path} className="rounded-art underline underline-offset-4">
          {item.title}
        </Link>{' '}
        by {displayName(item.user)}
        {status !== 'pending' && (
          <span className="block text-sm text-muted">
            {status === 'accepted' ? 'You are linked.' : 'You are not linked.'}
          </span>
        )}
      </p>
      <div className="flex gap-2">
        {status !== 'accepted' && (
          <Button
            aria-label={`Accept: ${role} on ${item.title}`}
            isPending={isPending}
            onClick={() => onDecide(true)}
          >
            Accept
          </Button>
        )}
        {status !== 'refused' && (
          <Button
            tone="outline"
            aria-label={`${refuse}: ${role} on ${item.title}`}
            isPending={isPending}
            onClick={() => onDecide(false)}
          >
            {refuse}
          </Button>
        )}
      </div>
    </li>
  )
}
