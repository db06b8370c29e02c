import { z } from 'zod'
import { id } from './fields.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { currentUser } from './users.ts'

export type CurrentUser = z.infer<typeof currentUser>

export const getCurrentUser = defineRoute(routes.getCurrentUser, {
  summary: 'The signed-in user; 401 for anonymous callers.',
  access: 'anyone',
  responses: {
    200: currentUser,
    204: { empty: 'Anonymous caller, with `Prefer: visitor=204` in the request.' },
  },
  errorStatuses: [401],
})

/** Why a user has to sign in, as the form shows it. */
const signInReasons = [
  'comment',
  'follow',
  'like',
  'playlist',
  'profile',
  'report',
  'repost',
  'save',
  'upload',
] as const
export type SignInReason = (typeof signInReasons)[number]

export const login = defineRoute(routes.login, {
  summary: 'Redirects to the identity provider, which returns the browser to `returnTo`.',
  access: 'anyone',
  query: z.object({
    returnTo: z.string().optional().describe('A path on this site; anything else means `/`.'),
    prompt: z
      .enum(['create', 'login'])
      .optional()
      .catch(undefined)
      .describe('`create` opens the registration form.'),
    reason: z
      .enum(signInReasons)
      .optional()
      .catch(undefined)
      .describe('Shown on the form of the built-in provider.'),
    invite: z
      .string()
      .max(200)
      .optional()
      .catch(undefined)
      .describe('The secret of an invite, while registration is by invite.'),
    subject: id
      .optional()
      .catch(undefined)
      .describe('The user, track or playlist that the reason is about.'),
  }),
  responses: { 302: { empty: 'To the identity provider.' } },
  htmlErrors: true,
})

export const callback = defineRoute(routes.callback, {
  summary: 'Redirect URI of the identity provider.',
  access: 'anyone',
  query: z.looseObject({}),
  responses: { 302: { empty: 'Signed in; redirects to `returnTo`.' } },
  htmlErrors: true,
})

export const logout = defineRoute(routes.logout, {
  summary:
    'Ends the session here and at the identity provider. A link on another site gets a confirmation page (403).',
  access: 'anyone',
  query: z.looseObject({
    confirm: z.string().optional().catch(undefined).describe('From the confirmation page.'),
  }),
  responses: { 302: { empty: 'To the identity provider, which redirects to `/`.' } },
  errorStatuses: [403],
  htmlErrors: true,
})
