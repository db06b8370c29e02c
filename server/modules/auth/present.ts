import type { CurrentUser } from '#contract/auth.ts'
import { type Person, presentManagedUser } from '#server/modules/users/present.ts'

/** What people see of themselves. */
export function presentCurrentUser(user: Person, isAdmin: boolean): CurrentUser {
  return { ...presentManagedUser(user), isAdmin }
}
