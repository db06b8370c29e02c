import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import * as routes from '#contract/routes.ts'
import type { ManagedUser } from '#contract/users.ts'
import { onManagedUserUpdated } from '#web/api/admin.ts'
import { request } from '#web/api/client.ts'
import { inlineErrors, rejectionOf } from '#web/api/inline-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/field.tsx'

/** Suspends a user, with a reason, or lifts the suspension. Administrators cannot be suspended. */
export function Suspension({ user }: { user: ManagedUser }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const params = { id: user.id }
  const change = useMutation({
    mutationFn: (isSuspended: boolean) =>
      isSuspended
        ? request(routes.liftSuspension, { params })
        : request(routes.suspendUser, { params, body: { reason } }),
    meta: inlineErrors,
    onSuccess: (updated) => onManagedUserUpdated(queryClient, updated),
  })
  const suspendedAt = change.data ? change.data.suspendedAt : user.suspendedAt
  const error = rejectionOf(change.error)
  if (suspendedAt)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-sm text-muted">
          Suspended since {new Date(suspendedAt).toLocaleString()}. Nothing of this user is visible
          to others.
        </p>
        <Button isPending={change.isPending} onClick={() => change.mutate(true)}>
          Lift suspension
        </Button>
        {error && (
          <p role="alert" className="text-sm text-danger-text">
            {error}
          </p>
        )}
      </div>
    )
  if (user.isAdmin) return null
  if (!isAsking)
    return (
      <Button className="justify-self-start" tone="danger" onClick={() => setAsking(true)}>
        Suspend user
      </Button>
    )
  return (
    <div className="grid gap-3">
      <TextAreaField
        label="Reason"
        hint="The user gets it by mail, if mail is set up."
        maxLength={limits.maxReportLength}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={error}
      />
      <Button
        className="justify-self-start"
        tone="danger"
        isPending={change.isPending}
        onClick={() => change.mutate(false)}
      >
        Suspend user
      </Button>
    </div>
  )
}
