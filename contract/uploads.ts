import { z } from 'zod'
import { call } from './call.ts'
import { limits } from './limits.ts'

const registered = z.strictObject({ objectPath: z.string() })
const address = z
  .string({ error: 'An upload address is required' })
  .min(1)
  .max(limits.url * 2)
const failsToRegister = [400, 401, 403, 404, 409, 413, 415, 507] as const

export const requestUpload = call({
  name: 'requestUpload',
  method: 'POST',
  path: '/api/objects/upload',
  about: 'An address to which one file may be PUT within 15 minutes.',
  access: 'signed-in',
  body: z.strictObject({}).optional(),
  answers: { 200: z.strictObject({ uploadURL: z.string(), objectPath: z.string() }) },
  fails: [400, 401, 403, 415],
})

/** Where the upload addresses of the disk store lead. Those of an S3 store lead to that store. */
export const sendFile = call({
  name: 'sendFile',
  method: 'PUT',
  path: '/api/objects/upload/*',
  about: 'Takes the file for an upload address. The address is signed; no session is needed.',
  access: 'anyone',
  params: z.strictObject({ '*': z.string().describe('What the address names the file by.') }),
  query: z.strictObject({ expires: z.string(), signature: z.string() }),
  takesFile: true,
  answers: { 200: { empty: 'The file is there and can be registered.' } },
  fails: [400, 403, 409, 413, 415, 507],
})

export const registerAudio = call({
  name: 'registerAudio',
  method: 'PUT',
  path: '/api/tracks/audio',
  about: "Checks an upload of the caller's by its bytes and keeps it as audio.",
  access: 'signed-in',
  body: z.strictObject({ audioURL: address }),
  answers: { 200: registered },
  fails: failsToRegister,
})

export const registerArtwork = call({
  name: 'registerArtwork',
  method: 'PUT',
  path: '/api/tracks/artwork',
  about: "Checks an upload of the caller's by its bytes and keeps it as artwork.",
  access: 'signed-in',
  body: z.strictObject({ artworkURL: address }),
  answers: { 200: registered },
  fails: failsToRegister,
})

export const registerCover = call({
  name: 'registerCover',
  method: 'PUT',
  path: '/api/playlists/cover',
  about: "Checks an upload of the caller's by its bytes and keeps it as a playlist cover.",
  access: 'signed-in',
  body: z.strictObject({ coverURL: address }),
  answers: { 200: registered },
  fails: failsToRegister,
})

export const setProfileImage = call({
  name: 'setProfileImage',
  method: 'PUT',
  path: '/api/users/profile-image',
  about: "Checks an upload of the caller's by its bytes and makes it their profile image.",
  access: 'signed-in',
  body: z.strictObject({ imageURL: address }),
  answers: { 200: z.strictObject({ objectPath: z.string(), profileImageUrl: z.string() }) },
  fails: failsToRegister,
})
