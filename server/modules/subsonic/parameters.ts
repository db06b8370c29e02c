import { isUuid } from '#server/platform/postgres/uuid.ts'
import { errorCodes, type Format, missingParameter, noSuch, SubsonicError } from './protocol.ts'

/** Ids have a prefix that says what they are of. `loose` is the album of a user's tracks without a release. */
const prefixes = { track: 'tr', release: 'al', loose: 'as', user: 'ar', playlist: 'pl' } as const
export type IdKind = keyof typeof prefixes
export type ParsedId = { kind: IdKind; id: string }

export const formatId = (kind: IdKind, id: string) => `${prefixes[kind]}-${id}`

export function parseId(text: string): ParsedId | undefined {
  const id = text.slice(3).toLowerCase()
  const kind = (Object.keys(prefixes) as IdKind[]).find((known) =>
    text.startsWith(`${prefixes[known]}-`),
  )
  return kind && isUuid(id) ? { kind, id } : undefined
}

const maxValues = 5000

export type Parameters = ReturnType<typeof readParameters>

/** The parameters of the query and of a form, which apps may send instead. */
export function readParameters(...sources: unknown[]) {
  const values = new Map<string, string[]>()
  for (const source of sources)
    for (const [name, value] of Object.entries(source ?? {})) {
      const texts = [value].flat().filter((text) => typeof text === 'string')
      values.set(name, [...(values.get(name) ?? []), ...texts].slice(0, maxValues))
    }

  const get = (name: string): string | undefined => values.get(name)?.[0]
  const all = (name: string): string[] => values.get(name) ?? []
  function required(name: string): string {
    const value = get(name)
    if (value === undefined || value === '') throw missingParameter(name)
    return value
  }
  /** An integer within these limits. */
  function int(name: string, fallback: number, [min, max]: [number, number]): number {
    const value = get(name)
    const number = value === undefined || value === '' ? fallback : Number(value)
    if (!Number.isFinite(number))
      throw new SubsonicError(errorCodes.generic, `The parameter ${name} must be a number.`)
    return Math.min(max, Math.max(min, Math.trunc(number)))
  }
  function flag(name: string, fallback: boolean): boolean {
    const value = get(name)
    return value === undefined ? fallback : value !== 'false' && value !== '0'
  }
  /** Ids of one kind; others do not exist. */
  const ids = (name: string, kind: IdKind, what: string): string[] =>
    all(name).map((text) => {
      const parsed = parseId(text)
      if (parsed?.kind !== kind) throw noSuch(what)
      return parsed.id
    })
  function id(name: string, what: string): ParsedId {
    const parsed = parseId(required(name))
    if (!parsed) throw noSuch(what)
    return parsed
  }
  function idOf(name: string, kind: IdKind, what: string): string {
    const parsed = id(name, what)
    if (parsed.kind !== kind) throw noSuch(what)
    return parsed.id
  }
  return {
    ...{ get, all, required, int, flag, ids, id, idOf },
    /** `count` and `offset` of a page, whatever they are called. */
    page: (count: string, offset: string, fallback: number) => ({
      limit: int(count, fallback, [0, 500]),
      offset: int(offset, 0, [0, 100_000_000]),
    }),
  }
}

/** XML, unless the app asks for another form. */
export function formatOf(parameters: Parameters): Format {
  const type = parameters.get('f')
  const callback = parameters.get('callback') ?? ''
  if (type === 'json') return { type }
  if (type === 'jsonp' && /^[\w$][\w$.]{0,99}$/.test(callback)) return { type, callback }
  if (type === 'jsonp') return { type: 'json' }
  // Programs of an older protocol, such as Clementine, stop reading at an element that they do not know.
  const [, minor] = /^1\.(\d+)/.exec(parameters.get('v') ?? '') ?? []
  return { type: 'xml', withExtensions: minor === undefined || Number(minor) >= 16 }
}
