/**
 * What the log may say about an error. Errors of the query layer carry the parameters of the statement, those of
 * PostgreSQL whole rows (`detail`), those of HTTP clients whole responses: only the fields listed here are written, and
 * messages without email addresses, hashes and tokens.
 */
type LoggedError = {
  type: string
  message: string
  stack?: string
  cause?: LoggedError
  errors?: LoggedError[]
  [field: string]: unknown
}

/** They contain names and codes, never values from a request or a row. */
const loggedFields = [
  ...['code', 'status', 'statusCode', 'syscall', 'reason', 'error'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
]
const maxDepth = 5
const maxMessageLength = 1000

export function serializeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(printable(error)) }
  const serialized: LoggedError = { type: typeOf(error), message: safeMessage(error) }
  const fields = error as Error & Record<string, unknown>
  for (const name of loggedFields) {
    const value = fields[name]
    if (typeof value === 'string') serialized[name] = redact(value)
    else if (typeof value === 'number') serialized[name] = value
  }
  const stack = stackFrames(error)
  if (stack) serialized.stack = stack
  if (depth >= maxDepth) return serialized
  if (error.cause !== undefined) serialized.cause = serializeError(error.cause, depth + 1)
  if (error instanceof AggregateError)
    serialized.errors = error.errors.slice(0, 5).map((one) => serializeError(one, depth + 1))
  return serialized
}

/** Many classes do not set `name`. */
const typeOf = (error: Error) => (error.name === 'Error' ? error.constructor.name : error.name)

/** The messages of an error and its causes in one line, for logs that are plain text. */
export function describeForLog(error: unknown): string {
  const messages: string[] = []
  for (let layer = error, depth = 0; layer !== undefined && depth <= maxDepth; depth++) {
    messages.push(layer instanceof Error ? safeMessage(layer) : redact(printable(layer)))
    layer = layer instanceof Error ? layer.cause : undefined
  }
  return messages.join(': ').replaceAll(/\s+/g, ' ')
}

export function safeMessage(error: Error): string {
  const { query, params, code, routine } = error as Error & Record<string, unknown>
  // drizzle's own message ends with the parameters.
  if (typeof query === 'string' && params !== undefined) return redact(`Failed query: ${query}`)
  // PostgreSQL quotes the value that it could not convert.
  const quotesValues = routine !== undefined && /^(?:22|P0)/.test(String(code))
  return redact(quotesValues ? error.message.replaceAll(/".*"/gs, '"…"') : error.message)
}

/** The message is the beginning of `stack`, and may itself have lines that look like frames. */
function stackFrames({ stack = '', message }: Error): string {
  const at = stack.indexOf(message)
  const frames = (at < 0 ? stack : stack.slice(at + message.length)).split('\n')
  return frames.filter((line) => /^\s+at .+:\d+:\d+\)?$|^\s+at .*\(.*\)$/.test(line)).join('\n')
}

const secrets: [RegExp, string][] = [
  [/\/\/[^/\s@]+@/g, '//…@'],
  [/[\w.+%-]+@[\w-][\w.-]*/g, '[email]'],
  [/\/(s|share|unsubscribe|reset-password|verify-email|invite|export)\/[^/\s"'?]+/g, '/$1/…'],
  [/\bscrypt\$[^\s"',)]*/g, '[hash]'],
  [/\b(Bearer|Basic) [^\s"',]+/gi, '$1 …'],
  [
    /\b(password|secret|token|code|code_verifier|state|nonce|signature|sid|cookie|invite)(["']?[=:]\s*["']?)[^\s"'&,)]+/gi,
    '$1$2…',
  ],
]
const longWord = /[\w-]{24,}/g
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Tokens and hashes are long words with digits; names of constraints have none, and ids are no secrets. */
function redact(text: string): string {
  const withoutSecrets = secrets.reduce(
    (result, [pattern, replacement]) => result.replaceAll(pattern, replacement),
    text.slice(0, maxMessageLength),
  )
  return withoutSecrets.replaceAll(longWord, (word) =>
    /\d/.test(word) && !uuid.test(word) ? '…' : word,
  )
}

/** Some libraries copy an error into a plain object. */
function printable(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return 'message' in value ? String(value.message) : 'an object that is no error'
}
