import { z } from 'zod'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { track } from './tracks.ts'

export const discovery = z
  .strictObject({
    curated: z.array(track),
    recent: z.array(track),
    trending: z.array(track),
    genres: z.array(z.strictObject({ genre: z.string(), tracks: z.array(track) })),
  })
  .meta({ id: 'Discovery' })
export type Discovery = z.infer<typeof discovery>

export const discover = defineRoute(routes.discover, {
  summary: 'The sections of the home page, built from public tracks.',
  access: 'anyone',
  responses: { 200: discovery, 304: { empty: 'Not modified.' } },
  errorStatuses: [],
})
