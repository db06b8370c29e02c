import { z } from 'zod'
import { imageWidths, limits } from './limits.ts'

/** Field types that several nouns share, each with the message a person reads when it is wrong. */

/** In the one spelling that the database has, so that ids can be compared as text. */
export const id = z.uuid().toLowerCase()
export const time = z.iso.datetime()
export const privacies = ['public', 'unlisted', 'private'] as const
export const privacy = z.enum(privacies, { error: 'Privacy must be public, unlisted or private' })
export type Privacy = z.infer<typeof privacy>

export const failure = z
  .strictObject({ message: z.string(), requestId: z.string().optional() })
  .meta({ id: 'Failure' })

export function tooLong(label: string, most: number): string {
  return `${label} must be less than ${most} characters`
}

/** Line breaks, in a text that has one line on every screen, become spaces. */
const lineBreaks = /[\n\v\f\r\u0085\u2028\u2029]+/g
const onOneLine = (text: string) => text.replace(lineBreaks, ' ')

/** One line that must not be blank. */
export function requiredText(label: string, most: number, missing = `${label} is required`) {
  return (
    z
      .string({ error: missing })
      .overwrite(onOneLine)
      .trim()
      .min(1, missing)
      // Spaces, marks and characters that only steer the text are nothing to look at.
      .refine((text) => /[^\p{C}\p{Z}\p{M}]/u.test(text) || text.includes('\0'), missing)
      .max(most, tooLong(label, most))
      .refine((text) => !text.includes('\0'), `${label} contains a character that cannot be stored`)
  )
}

/** One line that may be left out; blank means none. */
export function optionalText(label: string, most: number) {
  return optional(z.string({ error: `${label} must be text` }).overwrite(onOneLine), label, most)
}

/** The same with line breaks of its own. */
export function optionalLines(label: string, most: number) {
  return optional(z.string({ error: `${label} must be text` }), label, most)
}

function optional(text: z.ZodString, label: string, most: number) {
  return text
    .trim()
    .max(most, tooLong(label, most))
    .refine((text) => !text.includes('\0'), `${label} contains a character that cannot be stored`)
    .nullish()
    .transform((text) => (text === undefined ? undefined : text || null))
}

export function isWebAddress(text: string): boolean {
  if (text.length > limits.url || !/^https?:\/\//i.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.hostname !== '' && url.username === '' && url.password === ''
}

const badUrl = 'Please enter a valid URL'

/** An http or https address without credentials, or nothing. */
export const optionalUrl = z
  .string({ error: badUrl })
  .trim()
  .refine((text) => text === '' || isWebAddress(text), badUrl)
  .nullish()
  .transform((text) => (text === undefined ? undefined : text || null))

export const imageQuery = z.strictObject({
  /** The width in pixels that the picture is shown at; the next larger kept one is sent. */
  w: z.coerce
    .number()
    .int()
    .min(1)
    .max(4096)
    .default(imageWidths.at(-1) ?? 768),
  /** Makes the address new when the picture is, so that it may be cached for good. */
  v: z.string().max(100).optional(),
})
