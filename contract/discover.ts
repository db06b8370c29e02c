import { z } from 'zod'
import { call } from './call.ts'
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

export const discover = call({
  name: 'discover',
  method: 'GET',
  path: '/api/discover',
  about: 'The sections of the home page, made from public tracks.',
  access: 'anyone',
  answers: { 200: discovery, 304: { empty: 'Unchanged.' } },
  fails: [],
})
