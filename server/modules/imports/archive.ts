import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { unstorable } from '#server/errors.ts'
import { ArchiveError } from '#server/platform/archive/unzip.ts'
import { hasControlCharacters } from '#server/platform/http/control-characters.ts'

export type Archive = {
  readText(name: string): Promise<string | undefined>
  open(name: string): Promise<{ size: number; read(): Promise<Readable> } | undefined>
}

/** Undefined if the archive has no such file. */
export async function readJson<T>(
  archive: Archive,
  name: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const content = await archive.readText(name)
  return content === undefined ? undefined : schema.parse(parseJson(content, name))
}

function parseJson(content: string, name: string): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    throw new ArchiveError(`${name} is not valid JSON`, { cause: error })
  }
}

/** The fields that the schema lists: an export has more. Throws if a text has control characters. */
export function pick(source: Record<string, unknown>, { shape }: { shape: object }) {
  const fields = Object.fromEntries(
    Object.keys(shape).flatMap((name) => {
      const value = Object.hasOwn(source, name) ? source[name] : undefined
      return value === undefined ? [] : [[name, value]]
    }),
  )
  if (Object.values(fields).some(isText) && hasControlCharacters(flat(fields))) throw unstorable()
  return fields
}

const isText = (value: unknown) => typeof value === 'string' || Array.isArray(value)
/** Texts and lists of texts: what is nested deeper is rejected by the schema. */
const flat = (fields: Record<string, unknown>) =>
  Object.values(fields)
    .flat()
    .filter((value) => typeof value === 'string')
