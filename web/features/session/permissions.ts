import { useSession } from './use-session.ts'

/** Whether the signed-in user may edit what this user owns: the user themselves and the administrator. */
export function useCanEdit(userId: string): boolean {
  const session = useSession()
  return session.status === 'signed-in' && (session.user.id === userId || session.user.isAdmin)
}

/** Whether the signed-in user may report what this user owns: everyone but this user. */
export function useCanReport(userId: string): boolean {
  const session = useSession()
  return session.status === 'signed-in' && session.user.id !== userId
}
