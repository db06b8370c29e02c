import type { Privacy } from '#contract/fields.ts'
import { badRequest } from '#server/errors.ts'

type Input = { privacy?: Privacy | undefined; publishAt?: string | null | undefined }
type Update = { privacy?: Privacy; publishAt?: Date | null; createdAt?: Date }

/**
 * What is stored of a choice between now and later. Whatever is scheduled is private until then, so that every rule for
 * private content holds for it. Any other choice cancels the schedule.
 */
export function resolvePublishing(
  { privacy, publishAt }: Input,
  current?: { publishAt: Date | null },
): Update {
  if (publishAt) {
    if (privacy === 'unlisted')
      throw badRequest('What is scheduled becomes public, so it cannot be unlisted')
    return { privacy: 'private', publishAt: new Date(publishAt) }
  }
  const isCanceled = current?.publishAt != null && (publishAt === null || privacy !== undefined)
  return {
    ...(privacy !== undefined && { privacy }),
    ...(isCanceled && { publishAt: null }),
    // Earlier than planned, it is as new as it would have been then.
    ...(isCanceled && privacy === 'public' && { createdAt: new Date() }),
  }
}
