import { z } from 'zod'
import { byId, optionalSingleLine, time } from './fields.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'

const registered = z.strictObject({ objectPath: z.string() })
const uploadUrl = z
  .string({ error: 'An upload URL is required' })
  .min(1)
  .max(limits.maxUrlLength * 2)

export const requestUpload = defineRoute(routes.requestUpload, {
  summary:
    'Returns a presigned URL that accepts one file by PUT for 15 minutes. A declared file can go directly to an S3 store, with exactly this Content-Length and Content-Type. With `parts` a declared file is sent in parts instead, which can be resumed for a day.',
  access: 'signed-in',
  body: z
    .strictObject({
      size: z.int().min(0).optional(),
      contentType: z
        .string()
        .max(255)
        .regex(/^[\x20-\x7e]*$/, 'contentType contains a character that is not allowed')
        .optional(),
      fileName: optionalSingleLine('File name', limits.maxShortTextLength).describe(
        'Shown to the owner among the versions of a track.',
      ),
      parts: z.literal(true).optional().describe('Send the file in parts. Needs its size.'),
    })
    .refine(({ size, parts }) => !parts || !!size, 'An upload in parts needs the size of the file')
    .optional(),
  responses: {
    200: z.strictObject({
      uploadURL: z.string().describe('With `parts` it only names the upload for registering it.'),
      objectPath: z.string(),
      id: z.string().optional(),
      partSize: z.int().optional().describe('Bytes of each part but the last.'),
      parts: z.int().optional().describe('How many there are.'),
    }),
  },
})

export const requestUploadPart = defineRoute(routes.requestUploadPart, {
  summary:
    'Returns a presigned URL that accepts exactly this part of an upload by PUT for 15 minutes. A part that is sent again replaces the former. One part at a time.',
  access: 'signed-in',
  resource: 'Upload',
  params: byId,
  body: z.strictObject({ partNumber: z.int().min(1).max(10_000).describe('The first is 1.') }),
  responses: { 200: z.strictObject({ uploadURL: z.string() }) },
  errorStatuses: [409],
})

export const listUploadParts = defineRoute(routes.listUploadParts, {
  summary: 'Lists the parts of an upload that have arrived. 409 once it is registered or rejected.',
  access: 'signed-in',
  resource: 'Upload',
  params: byId,
  responses: {
    200: z.strictObject({
      parts: z.array(z.strictObject({ partNumber: z.int(), size: z.int() })),
    }),
  },
  errorStatuses: [409],
})

/** Target of the presigned URLs of this server; those of an S3 store lead to the store itself where that is safe. */
export const sendFile = defineRoute(routes.sendFile, {
  summary: 'Receives the file for a presigned URL. The URL is signed; no session is needed.',
  access: 'anyone',
  params: z.strictObject({ '*': z.string().describe('The key of the upload.') }),
  query: z.strictObject({ expires: z.string(), signature: z.string() }),
  acceptsBinary: true,
  responses: { 200: { empty: 'The file is stored and can be registered.' } },
  errorStatuses: [409, 411],
})

const contentHash = z
  .string()
  .regex(/^[\da-f]{64}$/, 'contentHash must have 64 hexadecimal digits')
  .describe('SHA-256 of the SHA-256 hashes of all slices of 8 MiB.')

export const listPublishedFiles = defineRoute(routes.listPublishedFiles, {
  summary:
    "The caller's tracks whose files have one of these sizes, to recognize a file that is published already.",
  access: 'signed-in',
  query: z.strictObject({
    sizes: z
      .string()
      .regex(/^\d{1,10}(,\d{1,10}){0,99}$/, 'Please list up to 100 sizes, separated by commas')
      .transform((text) => text.split(',').map(Number)),
  }),
  responses: {
    200: z.array(
      z.strictObject({
        size: z.int(),
        contentHash: contentHash.nullable().describe('As declared when it was registered.'),
        fileName: z.string().nullable(),
        track: z.strictObject({
          id: z.string(),
          slug: z.string(),
          title: z.string(),
          createdAt: time,
        }),
      }),
    ),
  },
})
export type PublishedFile = z.infer<(typeof listPublishedFiles)['responses'][200]>[number]

export const registerAudio = defineRoute(routes.registerAudio, {
  summary:
    "Completes one of the caller's uploads, validates its content and stores it as audio. 409 if parts of it are missing.",
  access: 'signed-in',
  body: z.strictObject({
    audioURL: uploadUrl,
    contentHash: contentHash.optional(),
  }),
  responses: { 200: registered },
  errorStatuses: [404, 409, 422],
})

export const registerArtwork = defineRoute(routes.registerArtwork, {
  summary: "Validates the content of one of the caller's uploads and stores it as artwork.",
  access: 'signed-in',
  body: z.strictObject({ artworkURL: uploadUrl }),
  responses: { 200: registered },
  errorStatuses: [404, 409],
})

export const registerCover = defineRoute(routes.registerCover, {
  summary:
    "Validates the content of one of the caller's uploads and stores it as a playlist cover.",
  access: 'signed-in',
  body: z.strictObject({ coverURL: uploadUrl }),
  responses: { 200: registered },
  errorStatuses: [404, 409],
})

export const setProfileImage = defineRoute(routes.setProfileImage, {
  summary:
    "Validates the content of one of the caller's uploads and sets it as their profile image.",
  access: 'signed-in',
  body: z.strictObject({ imageURL: uploadUrl }),
  responses: { 200: z.strictObject({ objectPath: z.string(), profileImageUrl: z.string() }) },
  errorStatuses: [404, 409],
})
