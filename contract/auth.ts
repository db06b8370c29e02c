import { z } from 'zod'
import { call } from './call.ts'
import { id, time } from './fields.ts'

export const currentUser = z
  .strictObject({
    id,
    email: z.string().nullable(),
    username: z.string(),
    displayName: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    bio: z.string().nullable(),
    location: z.string().nullable(),
    website: z.string().nullable(),
    isAdmin: z.boolean(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.infer<typeof currentUser>

/** With this header a visitor is no failure. Browsers report every failed call on their console. */
export const visitorsWelcome = { name: 'prefer', value: 'visitor=204' } as const

export const getCurrentUser = call({
  name: 'getCurrentUser',
  method: 'GET',
  path: '/api/auth/user',
  about: 'The signed-in person; 401 if there is none.',
  access: 'anyone',
  answers: {
    200: currentUser,
    204: { empty: 'Nobody is signed in, and the request said `Prefer: visitor=204`.' },
  },
  fails: [401],
})

export const login = call({
  name: 'login',
  method: 'GET',
  path: '/api/login',
  about: 'Sends the browser to the identity provider and, after that, back to `returnTo`.',
  access: 'anyone',
  query: z.object({
    returnTo: z.string().optional().describe('A path of this site; anything else means `/`.'),
    prompt: z
      .enum(['create', 'login'])
      .optional()
      .catch(undefined)
      .describe('`create` opens the form for a new account.'),
  }),
  answers: { 302: { empty: 'To the identity provider.' } },
  fails: [],
  failsWithPage: true,
})

export const callback = call({
  name: 'callback',
  method: 'GET',
  path: '/api/callback',
  about: 'Where the identity provider sends the browser back to.',
  access: 'anyone',
  query: z.looseObject({}),
  answers: { 302: { empty: 'Signed in, and back where the person came from.' } },
  fails: [400],
  failsWithPage: true,
})

export const logout = call({
  name: 'logout',
  method: 'GET',
  path: '/api/logout',
  about: 'Ends the session here and at the identity provider.',
  access: 'anyone',
  answers: { 302: { empty: 'To the identity provider, which leads back to `/`.' } },
  fails: [],
  failsWithPage: true,
})
