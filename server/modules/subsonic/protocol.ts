import { escapeXml, xmlDeclaration } from '#server/shared/xml.ts'

/** The envelope of all responses, and its three forms. */

export type Payload = Record<string, unknown>

const protocolVersion = '1.16.1'

/** The error codes of the protocol. */
export const errorCodes = {
  generic: 0,
  missingParameter: 10,
  wrongCredentials: 40,
  conflictingCredentials: 43,
  invalidApiKey: 44,
  forbidden: 50,
  notFound: 70,
} as const

/** A failure that apps get as an envelope. */
export class SubsonicError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.name = 'SubsonicError'
    this.code = code
  }
}

export const missingParameter = (name: string) =>
  new SubsonicError(errorCodes.missingParameter, `The parameter ${name} is missing.`)
export const noSuch = (what: string) => new SubsonicError(errorCodes.notFound, `${what} not found`)

type Envelope = Payload & { status: 'ok' | 'failed' }

export const succeeded = (payload: Payload): Envelope => ({ status: 'ok', ...payload })
export const failed = (code: number, message: string): Envelope => ({
  status: 'failed',
  error: { code, message },
})

export type Format =
  | { type: 'xml'; withExtensions: boolean }
  | { type: 'json' }
  | { type: 'jsonp'; callback: string }

export function serialize(envelope: Envelope, serverVersion: string, format: Format) {
  const { status, ...payload } = envelope
  const response = {
    status,
    version: protocolVersion,
    type: 'soundpost',
    serverVersion,
    openSubsonic: true,
    ...payload,
  }
  if (format.type === 'xml') {
    const root = { xmlns: 'http://subsonic.org/restapi', ...response }
    const shown = format.withExtensions ? root : withoutExtensions(root)
    return {
      contentType: 'text/xml; charset=utf-8',
      body: xmlDeclaration + toXml('subsonic-response', shown),
    }
  }
  const json = JSON.stringify({ 'subsonic-response': response })
  if (format.type === 'json') return { contentType: 'application/json; charset=utf-8', body: json }
  // The comment: a response that starts with what the caller chose could be read as another type of file.
  return {
    contentType: 'text/javascript; charset=utf-8',
    body: `/**/${format.callback}(${json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')});`,
  }
}

/** Elements of OpenSubsonic inside albums, songs and artists. Its attributes disturb nobody. */
const extensionElements = new Set([
  ...['artists', 'albumArtists', 'contributors', 'genres', 'isrc', 'moods', 'recordLabels'],
  ...['releaseTypes', 'discTitles', 'roles', 'replayGain', 'originalReleaseDate', 'releaseDate'],
])
/** `artists` and `genres` as objects are what getArtists and getGenres return. */
const isExtension = (key: string, value: unknown) =>
  extensionElements.has(key) && (Array.isArray(value) || !['artists', 'genres'].includes(key))

function withoutExtensions<Node>(node: Node): Node {
  if (Array.isArray(node)) return node.map(withoutExtensions) as Node
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).filter(([key, value]) => !isExtension(key, value))
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutExtensions(value)])) as Node
}

/** Texts that are elements in XML; all others are attributes. */
const textElements = new Set([
  'biography',
  'notes',
  'musicBrainzId',
  'lastFmUrl',
  'smallImageUrl',
  'mediumImageUrl',
  'largeImageUrl',
])

/** As in JSON, with attributes for plain values; `value` is the text of its element. */
function toXml(name: string, node: unknown): string {
  if (typeof node !== 'object' || node === null)
    return `<${name}>${escapeXml(String(node))}</${name}>`
  let attributes = ''
  let content = ''
  for (const [key, value] of Object.entries(node)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) for (const item of value) content += toXml(key, item)
    else if (key === 'value') content += escapeXml(String(value))
    else if (typeof value === 'object' || textElements.has(key)) content += toXml(key, value)
    else attributes += ` ${key}="${escapeAttribute(String(value))}"`
  }
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`
}

/** Line breaks would be read as spaces. */
const escapeAttribute = (text: string) =>
  escapeXml(text).replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
