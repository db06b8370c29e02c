import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import type { UserSummary } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'

export function UserLink({ user }: { user: UserSummary | null }) {
  if (!user) return <>Deleted user</>
  return (
    <Link href={paths.profile(user.id)} className="hover:text-text hover:underline">
      {displayName(user)}
    </Link>
  )
}
