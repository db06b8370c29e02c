import { useSession } from './use-session.ts'

/** Whether somebody is signed in who does not own what this user owns. */
export function useCanReport(userId: string): boolean {
  const session = useSession()
  return session.status === 'signed-in' && session.user.id !== userId
}
