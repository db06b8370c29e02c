import { z } from 'zod'
import { id } from './fields.ts'
import { limits } from './limits.ts'
import { playlist } from './playlists.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { track } from './tracks.ts'
import { byIdOrUsername } from './users.ts'

const pinned = z.array(
  z.union([
    z.strictObject({ kind: z.literal('track'), track }),
    z.strictObject({ kind: z.literal('playlist'), playlist }),
  ]),
)
export type Pinned = z.infer<typeof pinned>[number]

const newPins = z
  .array(
    z.strictObject({
      kind: z.enum(['track', 'playlist'], { error: 'Only tracks and releases can be pinned' }),
      id,
    }),
    { error: 'Pins must be a list' },
  )
  .max(limits.maxPins, `You can pin ${limits.maxPins} tracks and releases at most`)
export type NewPins = z.output<typeof newPins>

export const listPins = defineRoute(routes.listPins, {
  summary: 'The tracks and releases at the top of a profile that are visible to the caller.',
  access: 'anyone',
  resource: 'User',
  params: byIdOrUsername,
  responses: { 200: pinned },
})

export const setPins = defineRoute(routes.setPins, {
  summary: "Pins own tracks and releases to the top of the caller's profile, in this order.",
  access: 'signed-in',
  body: z.strictObject({ pins: newPins }),
  responses: { 200: pinned },
})
