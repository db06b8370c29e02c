import { Link } from 'wouter'
import type { Credit } from '#contract/credits.ts'
import { paths } from '#contract/paths.ts'

/** Who made a track or release. Members are linked once they have accepted. */
export function CreditList({ credits }: { credits: readonly Credit[] }) {
  return (
    <dl className="grid gap-x-12 gap-y-4 tablet:grid-cols-2 desk:grid-cols-3">
      {credits.map(({ role, name, userId, status = 'accepted' }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same person can have the same role twice
        <div key={index} className="min-w-0">
          <dt className="text-sm wrap-anywhere text-faint">{role}</dt>
          <dd className="mt-0.5 font-semibold wrap-anywhere text-text">
            {userId && status === 'accepted' ? (
              <Link href={paths.profile(userId)} className="rounded-art hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
