import { z } from 'zod'
import { byId, id, pageQuery, singleLine, userSummary } from './fields.ts'
import { limits } from './limits.ts'
import { playlistTypes } from './playlist-types.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'

/** Who made a track or release. A member of the site is linked once they have accepted. */

const status = z.enum(['pending', 'accepted', 'refused'])

export const credits = z.array(
  z
    .strictObject({
      role: z.string(),
      name: z.string(),
      userId: id
        .optional()
        .describe('Of a member who has accepted; for the owner also of one who has not.'),
      username: z.string().optional().describe('Of that member.'),
      status: status.optional().describe('What the member has decided, for the owner.'),
    })
    .meta({ id: 'Credit' }),
)
export type Credit = z.infer<typeof credits>[number]

export const newCredits = z
  .array(
    z.strictObject({
      role: singleLine('Role', limits.maxShortTextLength),
      name: singleLine('Name', limits.maxShortTextLength),
      userId: id.nullish(),
    }),
    { error: 'Credits must be a list' },
  )
  .max(limits.maxCredits, `There can be ${limits.maxCredits} credits at most`)
export type NewCredits = z.output<typeof newCredits>

const ownCredit = z
  .strictObject({
    id,
    role: z.string(),
    name: z.string(),
    status,
    item: z.strictObject({
      kind: z.enum(['track', 'playlist']),
      id,
      slug: z.string(),
      title: z.string(),
      type: z.enum(playlistTypes).optional().describe('Of a playlist.'),
      user: userSummary,
    }),
  })
  .meta({ id: 'OwnCredit' })
export type OwnCredit = z.infer<typeof ownCredit>

export const listOwnCredits = defineRoute(routes.listOwnCredits, {
  summary:
    'The tracks and releases that credit the caller, newest first. The next page is in `Link: rel="next"`.',
  access: 'signed-in',
  query: z.strictObject({ ...pageQuery, status: status.optional() }),
  responses: { 200: z.array(ownCredit) },
})

export const decideCredit = defineRoute(routes.decideCredit, {
  summary: 'Accepts or refuses to be linked in a credit; the decision can be changed.',
  access: 'signed-in',
  resource: 'Credit',
  params: byId,
  body: z.strictObject({ accepted: z.boolean({ error: 'Accepted must be true or false' }) }),
  responses: { 204: { empty: 'Saved.' } },
})
