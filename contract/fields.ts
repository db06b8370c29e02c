import { z } from 'zod'
import { imageWidths, limits } from './limits.ts'

/** Field schemas that several resources share, each with its validation message for users. */

/** Lower case, as in the database, so that ids can be compared as strings. */
export const id = z.uuid().toLowerCase()
export const time = z.iso.datetime()
export const byId = z.strictObject({ id })
export const bySlug = z.strictObject({
  slug: z
    .string()
    .min(1)
    .max(300)
    .refine((slug) => !slug.includes('\0')),
})
const privacies = ['public', 'unlisted', 'private'] as const
export const privacy = z.enum(privacies, { error: 'Privacy must be public, unlisted or private' })
export type Privacy = z.infer<typeof privacy>

const invalidTime = 'Please choose a date and time'
/** When something private becomes public; blank becomes null. */
export const publishAt = z
  .union(
    [
      z.iso
        .datetime({ offset: true, error: invalidTime })
        .refine((text) => Date.parse(text) > Date.now(), 'Please choose a time in the future'),
      z.literal(''),
    ],
    { error: invalidTime },
  )
  .nullish()
  .transform((text) => (text === undefined ? undefined : text || null))
  .describe('When it becomes public by itself. It is private until then; null cancels that.')
export const scheduledFor = time
  .optional()
  .describe('Set while it is scheduled: it is private until then, and public afterwards.')

/** The public fields, wherever a user is named: in a track, a playlist, a search result. */
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

/** The removal of a track or playlist by a moderator, for its owner and administrators. */
export const removal = z.strictObject({ reason: z.string(), at: time }).meta({ id: 'Removal' })
export const isRemoved = z
  .literal(true)
  .optional()
  .describe('Set if a moderator removed it: only the owner and administrators see it.')
export type Removal = z.infer<typeof removal>

export const errorResponse = z
  .strictObject({ message: z.string(), requestId: z.string().optional() })
  .meta({ id: 'ErrorResponse' })

export function maxLengthMessage(label: string, max: number): string {
  return `${label} must be less than ${max} characters`
}

const invalidEmail = 'Please enter a valid email address.'
/** Accepts addresses without a dot, such as admin@localhost. */
export const email = z
  .string({ error: invalidEmail })
  .trim()
  .max(limits.maxEmailLength, maxLengthMessage('Email', limits.maxEmailLength))
  .pipe(z.email({ pattern: z.regexes.html5Email, error: invalidEmail }))

/** A password that a user chooses. */
export const newPassword = z
  .string({ error: 'Password must be at least 8 characters' })
  .min(limits.minPasswordLength, `Password must be at least ${limits.minPasswordLength} characters`)
  .max(limits.maxPasswordLength, maxLengthMessage('Password', limits.maxPasswordLength))

const lineBreaks = /[\n\v\f\r\u0085\u2028\u2029]+/g
/** Bidirectional embeddings, overrides and isolates: left open, they can reverse the text that follows on a page. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g
/** Text in one line that cannot change the direction of what is shown beside it. */
export const toSingleLine = (text: string) =>
  text.replace(directionControls, '').replace(lineBreaks, ' ')

/** A visible character: neither a space, a combining mark, a control or format character nor a filler. */
const visible = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u
export const isVisible = (text: string) => visible.test(text)

/** Required text without line breaks, which become spaces. */
export function singleLine(label: string, max: number) {
  const error = `${label} is required`
  return required(z.string({ error }).overwrite(toSingleLine).trim().min(1, error), label, max)
}

/** Optional text without line breaks; invisible text becomes null. */
export function optionalSingleLine(label: string, max: number) {
  return optional(z.string({ error: `${label} must be text` }).overwrite(toSingleLine), label, max)
}

/** Optional text with line breaks; invisible text becomes null. */
export function multiLine(label: string, max: number) {
  return optional(z.string({ error: `${label} must be text` }), label, max)
}

export function requiredMultiLine(label: string, max: number) {
  return required(z.string({ error: `${label} is required` }).trim(), label, max)
}

function required(text: z.ZodString, label: string, max: number) {
  const isThere = (text: string) => isVisible(text) || text.includes('\0')
  return storable(text.refine(isThere, `${label} is required`), label, max)
}

const storable = (text: z.ZodString, label: string, max: number) =>
  text
    .max(max, maxLengthMessage(label, max))
    .refine((text) => !text.includes('\0'), `${label} contains a character that cannot be stored`)

function optional(text: z.ZodString, label: string, max: number) {
  return storable(text.trim(), label, max)
    .nullish()
    .transform((text) => (text === undefined ? undefined : text && isVisible(text) ? text : null))
}

function isHttpUrl(text: string): boolean {
  if (text.length > limits.maxUrlLength || !/^https?:\/\//i.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.hostname !== '' && url.username === '' && url.password === ''
}

const invalidUrl = 'Please enter a valid URL'
const urlText = z.string({ error: invalidUrl }).trim()

/** An http or https URL without credentials; blank becomes null. */
export const optionalUrl = optionalUrlFrom(urlText)

const domainName = /^([\p{L}\p{N}-]+\.)+\p{L}{2,}(:\d+)?([/?#]|$)/u

/** As `optionalUrl`; `maren.example` becomes `https://maren.example`. */
export const optionalWebsite = optionalUrlFrom(
  urlText.overwrite((text) => (domainName.test(text) ? `https://${text}` : text)),
)

function optionalUrlFrom(text: z.ZodString) {
  return text
    .refine((text) => text === '' || isHttpUrl(text), invalidUrl)
    .nullish()
    .transform((text) => (text === undefined ? undefined : text || null))
}

const invalidHandle = 'Please enter an address such as @name@mastodon.social'
const handle =
  /^@[a-z0-9_]+([.-]+[a-z0-9_]+)*@([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}$/iu

/** An account of the Fediverse; `name@host` gets its @, blank becomes null. */
export const optionalFediverseHandle = z
  .string({ error: invalidHandle })
  .max(limits.maxFediverseHandleLength, invalidHandle)
  .overwrite((text) => text.trim().replace(/^(?=[^@])/, '@'))
  .refine((text) => text === '' || handle.test(text), invalidHandle)
  .nullish()
  .transform((text) => (text === undefined ? undefined : text || null))

const invalidDate = 'Please enter a date such as 2019, 2019-05 or 2019-05-03'
/** A year, a month or a day: what is not known is not made up. */
export const partialDate = z.string().regex(/^\d{4}(-\d\d){0,2}$/)

/** PostgreSQL has no year 0. */
export const isPartialDate = (text: string): boolean =>
  partialDate.safeParse(text).success &&
  !text.startsWith('0000') &&
  z.iso.date().safeParse(firstDayOf(text)).success

/** The day with which a year or a month begins. */
export const firstDayOf = (date: string): string => `${date}-01-01`.slice(0, 10)

/** As `partialDate`, also typed with dots, slashes or without zeros; blank becomes null. */
export const optionalPartialDate = z
  .string({ error: invalidDate })
  .max(40, invalidDate)
  .overwrite((text) =>
    text
      .trim()
      .replace(/[./]/g, '-')
      .replace(/-(?=\d(-|$))/g, '-0'),
  )
  .refine((text) => text === '' || isPartialDate(text), invalidDate)
  .nullish()
  .transform((date) => (date === undefined ? undefined : date || null))
  .describe('A year, a month or a day: `2019`, `2019-05` or `2019-05-03`.')

const invalidUpc = 'Please enter a valid UPC or EAN: 12 or 13 digits'
/** A UPC or EAN with its check digit; spaces and hyphens are removed, blank becomes null. */
export const optionalUpc = z
  .string({ error: invalidUpc })
  .max(40, invalidUpc)
  .overwrite((text) => text.replace(/[\s-]/g, ''))
  .refine((digits) => digits === '' || isUpc(digits), invalidUpc)
  .nullish()
  .transform((digits) => (digits === undefined ? undefined : digits || null))

const invalidIsrc = 'Please enter a valid ISRC, such as DE-A12-26-00001'
/** Without hyphens and in upper case; blank becomes null. */
export const optionalIsrc = z
  .string({ error: invalidIsrc })
  .max(40, invalidIsrc)
  .overwrite((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .refine((code) => code === '' || /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/.test(code), invalidIsrc)
  .nullish()
  .transform((code) => (code === undefined ? undefined : code || null))

/** The digits, alternately times 1 and 3 from the right, add up to a multiple of 10. */
function isUpc(digits: string): boolean {
  if (!/^[0-9]{12,13}$/.test(digits)) return false
  const weighted = Array.from(digits, Number).toReversed()
  return weighted.reduce((sum, digit, index) => sum + digit * (index % 2 ? 3 : 1), 0) % 10 === 0
}

const imageQuery = z.strictObject({
  /** Display width in pixels; the response has the next larger stored width. */
  w: z.coerce
    .number()
    .int()
    .min(1)
    .max(4096)
    .default(imageWidths.at(-1) ?? 768),
  /** Version of the image: a new image has a new URL, so that the response can be immutable. */
  v: z.string().max(100).optional(),
})

/** Routes of images differ in whose image it is. */
export const imageRoute = {
  query: imageQuery,
  responses: {
    200: { binary: 'image/*', description: 'The image.' },
    302: { empty: 'To the object store.' },
    304: { empty: 'Not modified.' },
  },
} as const

/** The query of list routes. */
export const pageQuery = {
  limit: limitUpTo(limits.maxPageSize),
  cursor: z.string().max(500).optional(),
}

/** Also the default. */
export function limitUpTo(max: number) {
  return z.coerce.number().int().min(1).max(max).default(max)
}

export const allowDownload = z.boolean({ error: 'Allow download must be true or false' })
export const downloadCount = z
  .int()
  .nullable()
  .describe('Completed downloads by others, for the owner; null for everyone else.')

/** For a file that the server puts together, in whole or in part. */
export const downloadResponses = (contentType: string) =>
  ({
    200: { binary: contentType, description: 'The whole file.' },
    206: { binary: contentType, description: 'The requested range.' },
    304: { empty: 'Not modified.' },
  }) as const
