import { z } from 'zod'
import { currentUser } from './auth.ts'
import { call } from './call.ts'
import {
  id,
  imageQuery,
  optionalLines,
  optionalText,
  optionalUrl,
  time,
  tooLong,
} from './fields.ts'
import { limits } from './limits.ts'
import { playlist } from './playlists.ts'
import { track, trackSorts } from './tracks.ts'

export const userSummary = z
  .strictObject({
    id,
    username: z.string(),
    displayName: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
  })
  .meta({ id: 'UserSummary' })
export type UserSummary = z.infer<typeof userSummary>

export const profile = z
  .strictObject({
    ...userSummary.shape,
    bio: z.string().nullable(),
    location: z.string().nullable(),
    website: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
    followerCount: z.int(),
    followingCount: z.int(),
    trackCount: z.int(),
    isFollowing: z.boolean(),
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof profile>

/** What the administrator sees of a person. */
export const managedUser = z
  .strictObject({
    ...userSummary.shape,
    email: z.string().nullable(),
    bio: z.string().nullable(),
    location: z.string().nullable(),
    website: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'ManagedUser' })
export type ManagedUser = z.infer<typeof managedUser>

const personFields = {
  displayName: optionalText('Display name', limits.displayName),
  firstName: optionalText('First name', limits.firstName),
  lastName: optionalText('Last name', limits.lastName),
  bio: optionalLines('Bio', limits.bio),
  location: optionalText('Location', limits.location),
  website: optionalUrl,
}

export const profileChange = z.strictObject({
  username: z
    .string({ error: 'Username must be at least 3 characters' })
    .min(limits.usernameMin, `Username must be at least ${limits.usernameMin} characters`)
    .max(limits.usernameMax, tooLong('Username', limits.usernameMax))
    .regex(/^\S*$/, 'Username cannot contain spaces')
    .regex(
      /^[\p{L}\p{N}._-]*$/u,
      'Username can contain letters, numbers, dots, dashes and underscores',
    )
    .optional(),
  ...personFields,
})

const byId = z.strictObject({ id })
const byIdOrName = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(100)
    .refine((text) => !text.includes('\0')),
})
const page = {
  limit: z.coerce.number().int().min(1).max(limits.listMost).default(limits.listMost),
  cursor: z.string().max(500).optional(),
}

export const listUsers = call({
  name: 'listUsers',
  method: 'GET',
  path: '/api/users',
  about: 'All people, newest first. The next page is in `Link: rel="next"`.',
  access: 'administrator',
  query: z.strictObject({
    ...page,
    q: optionalText('Search', limits.searchQuery).describe(
      'Part of a display name, first name, last name or e-mail, in any case.',
    ),
  }),
  answers: { 200: z.array(managedUser) },
  fails: [400, 401, 403],
})

export const getProfile = call({
  name: 'getProfile',
  method: 'GET',
  path: '/api/users/:id',
  about: 'A profile by id or username.',
  access: 'anyone',
  noun: 'User',
  params: byIdOrName,
  answers: { 200: profile },
  fails: [404],
})

export const getUserAvatar = call({
  name: 'getUserAvatar',
  method: 'GET',
  path: '/api/users/:id/avatar',
  about: 'The profile image in the width asked for; a drawing made from the id if there is none.',
  access: 'anyone',
  noun: 'User',
  params: byId,
  query: imageQuery,
  answers: {
    200: { binary: 'image/*', about: 'The picture.' },
    302: { empty: 'To the store.' },
    304: { empty: 'Unchanged.' },
  },
  fails: [400, 404],
})

export const listUserTracks = call({
  name: 'listUserTracks',
  method: 'GET',
  path: '/api/users/:id/tracks',
  about:
    'A person\'s tracks, newest first unless sorted otherwise: the public ones, or all to themselves and the administrator. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  noun: 'User',
  params: byIdOrName,
  query: z.strictObject({ ...page, sort: z.enum(trackSorts).default('recent') }),
  answers: { 200: z.array(track) },
  fails: [400, 404],
})

export const listUserPlaylists = call({
  name: 'listUserPlaylists',
  method: 'GET',
  path: '/api/users/:id/playlists',
  about:
    'A person\'s playlists, newest first: the public ones, or all to themselves and the administrator. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  noun: 'User',
  params: byIdOrName,
  query: z.strictObject(page),
  answers: { 200: z.array(playlist) },
  fails: [400, 404],
})

export const updateProfile = call({
  name: 'updateProfile',
  method: 'PUT',
  path: '/api/users/profile',
  about: "Changes the caller's own profile.",
  access: 'signed-in',
  body: profileChange,
  answers: { 200: currentUser },
  fails: [400, 401, 403, 409, 415],
})

export const followUser = call({
  name: 'followUser',
  method: 'POST',
  path: '/api/users/:id/follow',
  about: 'Follows the person, or stops following.',
  access: 'signed-in',
  noun: 'User',
  params: byId,
  body: z.strictObject({}).optional(),
  answers: { 200: z.strictObject({ isFollowing: z.boolean(), followerCount: z.int() }) },
  fails: [400, 401, 403, 404, 415],
})

export const updateUserAsAdmin = call({
  name: 'updateUserAsAdmin',
  method: 'PUT',
  path: '/api/users/:id/admin',
  about: "Changes anybody's profile.",
  access: 'administrator',
  noun: 'User',
  params: byId,
  body: z.strictObject({ id: id.optional(), ...personFields }),
  answers: { 200: managedUser },
  fails: [400, 401, 403, 404, 415],
})

export const deleteUserAsAdmin = call({
  name: 'deleteUserAsAdmin',
  method: 'DELETE',
  path: '/api/users/:id/admin',
  about: 'Deletes a person with everything of theirs, and signs them out everywhere.',
  access: 'administrator',
  noun: 'User',
  params: byId,
  answers: { 204: { empty: 'Gone.' } },
  fails: [400, 401, 403, 404],
})
