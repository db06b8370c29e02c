import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { currentUserQuery } from '#web/api/auth.ts'
import { expectsSession, setSessionHint } from './sign-in-hint.ts'

export type Session =
  | { status: 'checking' }
  | { status: 'signed-in'; user: CurrentUser }
  | { status: 'signed-out' }

export function useSession(): Session {
  const { data: user, isPending, isSuccess } = useQuery(currentUserQuery)
  useEffect(() => {
    if (isSuccess) setSessionHint(user !== null)
  }, [isSuccess, user])
  if (user) return { status: 'signed-in', user }
  return isPending && expectsSession() ? { status: 'checking' } : { status: 'signed-out' }
}
