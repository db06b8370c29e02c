import { z } from 'zod'
import {
  byId,
  id,
  imageRoute,
  maxLengthMessage,
  multiLine,
  optionalFediverseHandle,
  optionalSingleLine,
  optionalWebsite,
  pageQuery,
  requiredMultiLine,
  time,
  userSummary,
} from './fields.ts'
import { limits } from './limits.ts'
import { playlist, playlistForTrack, playlistPageQuery } from './playlists.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'
import { track, trackSorts } from './tracks.ts'

/** In every response with a whole user: the profile, the session and the administrator's list. */
const details = {
  bio: z.string().nullable(),
  location: z.string().nullable(),
  website: z.string().nullable(),
  fediverse: z.string().nullable().describe('An account such as `@name@mastodon.social`.'),
  hideCounts: z.boolean().describe("Whether only the user sees the counts of the user's tracks."),
  createdAt: time,
  updatedAt: time,
}

const profile = z
  .strictObject({
    ...userSummary.shape,
    ...details,
    followerCount: z.int(),
    followingCount: z.int(),
    trackCount: z.int(),
    tracksDuration: z.int().describe('Seconds of those tracks.'),
    isFollowing: z.boolean(),
    isBlocked: z.boolean().describe('Whether the caller has blocked this user.'),
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof profile>

/** A user in the list of another's followers. */
const listedUser = z
  .strictObject({
    ...userSummary.shape,
    isFollowing: z.boolean().describe('Whether the caller follows this user.'),
  })
  .meta({ id: 'ListedUser' })
export type ListedUser = z.infer<typeof listedUser>

/** A user as the administrator sees it. */
const managedUser = z
  .strictObject({
    ...userSummary.shape,
    email: z.string().nullable(),
    ...details,
    suspendedAt: time.nullable().describe('Since when the account is suspended.'),
    isAdmin: z.boolean().describe('Administrators cannot be suspended.'),
    hasPassword: z
      .boolean()
      .describe('Whether a reset link can be created. An external provider has its own passwords.'),
  })
  .meta({ id: 'ManagedUser' })
export type ManagedUser = z.infer<typeof managedUser>

export const currentUser = z
  .strictObject({ ...managedUser.shape, isAdmin: z.boolean() })
  .omit({ suspendedAt: true, hasPassword: true })
  .meta({ id: 'CurrentUser' })

const editableFields = {
  displayName: optionalSingleLine('Display name', limits.maxDisplayNameLength),
  firstName: optionalSingleLine('First name', limits.maxFirstNameLength),
  lastName: optionalSingleLine('Last name', limits.maxLastNameLength),
  bio: multiLine('Bio', limits.maxBioLength),
  location: optionalSingleLine('Location', limits.maxLocationLength),
  website: optionalWebsite,
}

export const profileUpdate = z.strictObject({
  username: z
    .string({ error: 'Username must be at least 3 characters' })
    .min(
      limits.minUsernameLength,
      `Username must be at least ${limits.minUsernameLength} characters`,
    )
    .max(limits.maxUsernameLength, maxLengthMessage('Username', limits.maxUsernameLength))
    .regex(/^\S*$/, 'Username cannot contain spaces')
    .regex(
      /^[\p{L}\p{N}._-]*$/u,
      'Username can contain letters, numbers, dots, dashes and underscores',
    )
    .optional(),
  ...editableFields,
  fediverse: optionalFediverseHandle.describe(
    'Mastodon names this account as the author where your pages are linked.',
  ),
  hideCounts: z
    .boolean({ error: 'Please choose whether to hide counts' })
    .optional()
    .describe('Hides from others how often your tracks were played and liked.'),
})

const userById = { resource: 'User', params: byId } as const
export const byIdOrUsername = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(100)
    .refine((text) => !text.includes('\0')),
})

export const listUsers = defineRoute(routes.listUsers, {
  summary: 'All users, newest first. The next page is in `Link: rel="next"`.',
  access: 'administrator',
  query: z.strictObject({
    ...pageQuery,
    q: optionalSingleLine('Search', limits.maxSearchQueryLength).describe(
      'Matches part of a display name, first name, last name or email, ignoring case.',
    ),
  }),
  responses: { 200: z.array(managedUser) },
})

export const getProfile = defineRoute(routes.getProfile, {
  summary: 'A profile by id or username.',
  access: 'anyone',
  resource: 'User',
  params: byIdOrUsername,
  responses: { 200: profile },
})

export const getUserAvatar = defineRoute(routes.getUserAvatar, {
  summary:
    'The profile image in the requested width; a placeholder generated from the id if there is none.',
  access: 'anyone',
  ...userById,
  ...imageRoute,
})

export const listUserTracks = defineRoute(routes.listUserTracks, {
  summary:
    'A user\'s tracks, by default newest first: the public ones, or all for the user and the administrator. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  resource: 'User',
  params: byIdOrUsername,
  query: z.strictObject({ ...pageQuery, sort: z.enum(trackSorts).default('recent') }),
  responses: { 200: z.array(track) },
})

export const listUserPlaylists = defineRoute(routes.listUserPlaylists, {
  summary:
    'A user\'s playlists, newest first: the public ones, or all for the user and the administrator. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  resource: 'User',
  params: byIdOrUsername,
  query: z.strictObject({
    ...playlistPageQuery,
    trackId: id.optional().describe('Adds `hasTrack` to each playlist.'),
  }),
  responses: { 200: z.array(playlistForTrack) },
})

export const listUserReleases = defineRoute(routes.listUserReleases, {
  summary:
    'A user\'s releases, the newest release date first: the public ones, or all for the user and the administrator. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  resource: 'User',
  params: byIdOrUsername,
  query: z.strictObject(pageQuery),
  responses: { 200: z.array(playlist) },
})

/** Followers and followed users are listed alike. */
const userList = {
  access: 'anyone',
  resource: 'User',
  params: byIdOrUsername,
  query: z.strictObject(pageQuery),
  responses: { 200: z.array(listedUser) },
} as const

export const listFollowers = defineRoute(routes.listFollowers, {
  summary: 'The followers of a user, newest first. The next page is in `Link: rel="next"`.',
  ...userList,
})

export const listFollowing = defineRoute(routes.listFollowing, {
  summary:
    'The users that a user follows, the last followed first. The next page is in `Link: rel="next"`.',
  ...userList,
})

export const updateProfile = defineRoute(routes.updateProfile, {
  summary: "Updates the caller's own profile.",
  access: 'signed-in',
  body: profileUpdate,
  responses: { 200: currentUser },
  errorStatuses: [409],
})

export const followUser = defineRoute(routes.followUser, {
  summary: 'Follows the user, or unfollows them.',
  access: 'signed-in',
  ...userById,
  body: z.strictObject({}).optional(),
  responses: { 200: z.strictObject({ isFollowing: z.boolean(), followerCount: z.int() }) },
  errorStatuses: [403],
})

export const blockUser = defineRoute(routes.blockUser, {
  summary:
    'Blocks the user, who is not told: no follow, like, comment or note of theirs reaches the caller, and both follow each other no longer.',
  access: 'signed-in',
  ...userById,
  responses: { 204: { empty: 'Blocked.' } },
})

export const unblockUser = defineRoute(routes.unblockUser, {
  summary: 'Ends a block.',
  access: 'signed-in',
  ...userById,
  responses: { 204: { empty: 'Not blocked.' } },
})

export const listBlocks = defineRoute(routes.listBlocks, {
  summary:
    'Whom the caller has blocked, the last blocked first. The next page is in `Link: rel="next"`.',
  access: 'signed-in',
  query: z.strictObject(pageQuery),
  responses: { 200: z.array(userSummary) },
})

export const updateUserAsAdmin = defineRoute(routes.updateUserAsAdmin, {
  summary: "Updates any user's profile.",
  access: 'administrator',
  ...userById,
  body: z.strictObject({ id: id.optional(), ...editableFields }),
  responses: { 200: managedUser },
})

export const createResetLink = defineRoute(routes.createResetLink, {
  summary:
    'A link with which the user sets a new password once, within 24 hours. Older ones end. Only for accounts of the built-in provider.',
  access: 'administrator',
  resource: 'Account',
  params: byId,
  body: z.strictObject({}).optional(),
  responses: { 201: z.strictObject({ url: z.string(), expiresAt: time }) },
})

export const deleteUserAsAdmin = defineRoute(routes.deleteUserAsAdmin, {
  summary: 'Deletes a user with all their content and sessions.',
  access: 'administrator',
  ...userById,
  responses: { 204: { empty: 'Deleted.' } },
})

export const suspendUser = defineRoute(routes.suspendUser, {
  summary:
    'Suspends an account: it is signed out everywhere and cannot sign in, and nothing of it is visible to others. 400 for oneself, 403 for other administrators.',
  access: 'administrator',
  ...userById,
  body: z.strictObject({ reason: requiredMultiLine('Reason', limits.maxReportLength) }),
  responses: { 200: managedUser },
  errorStatuses: [409],
})

export const liftSuspension = defineRoute(routes.liftSuspension, {
  summary: 'Lifts a suspension: everything of the account is as before.',
  access: 'administrator',
  ...userById,
  responses: { 200: managedUser },
  errorStatuses: [409],
})
