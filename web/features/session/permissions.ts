import { useSession } from '#web/api/auth.ts'

/** Whether the signed-in user may edit what this user owns: the user themselves and the administrator. */
export function useCanEdit(userId: string): boolean {
  const { user } = useSession()
  return user?.id === userId || user?.isAdmin === true
}
