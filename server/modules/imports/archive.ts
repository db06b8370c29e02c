import type { Readable } from 'node:stream'
import { z } from 'zod'
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
  const limit = exceededLimit(content)
  if (limit) throw new ArchiveError(`${name} ${limit}`)
  try {
    return JSON.parse(content)
  } catch (error) {
    throw new ArchiveError(`${name} is not valid JSON`, { cause: error })
  }
}

/** Of one file: the tiny values of a hostile one would take gigabytes of memory. */
const maxValues = 2_000_000

/** What walks through the values may call itself for each level. */
const maxDepth = 50

/** Looks at the characters outside of texts: every value but the first follows one of `[{,`. */
function exceededLimit(json: string): string | undefined {
  let [count, depth, isInText] = [0, 0, false]
  for (let i = 0; i < json.length; i++) {
    const character = json.charAt(i)
    if (character === '"') isInText = !isInText
    else if (isInText && character === '\\') i += 1
    else if (!isInText) {
      if ('[{'.includes(character)) depth += 1
      else if (']}'.includes(character)) depth -= 1
      if ('[{,'.includes(character)) count += 1
      if (count > maxValues) return 'has too many entries'
      if (depth > maxDepth) return 'has too many levels'
    }
  }
  return undefined
}

/** Counts the entries before it validates them: each invalid one takes memory. */
export const listOf = <T>(entry: z.ZodType<T>, max = 200_000) =>
  z.array(z.unknown()).max(max, 'has too many entries').pipe(z.array(entry))

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
const flat = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : []
}
