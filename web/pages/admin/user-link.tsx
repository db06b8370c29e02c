import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import type { UserSummary } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'

type UserLinkProps = { user: UserSummary | null; deleted?: string }

export function UserLink({ user, deleted = 'Deleted user' }: UserLinkProps) {
  if (!user) return deleted
  return (
    <Link href={paths.profile(user.id)} className="hover:text-text hover:underline">
      {displayName(user)}
    </Link>
  )
}
