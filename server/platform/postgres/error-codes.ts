/** Classifies database errors, which drizzle and pg wrap in one another. */

type ErrorLayer = {
  code?: unknown
  constraint?: unknown
  message?: unknown
  cause?: unknown
  errors?: unknown
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** Shutting down, crashed, starting up, a standby, too many connections, timeouts. */
const serverCodes = /^(?:08...|57P0[1-5]|53300|57014|25006|25P0[34])$/
/** The errors of pg itself have no code. */
const clientMessages =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|timeout exceeded when trying to connect|timeout expired|Query read timeout|The database did not respond in time)/

/** Whether the database is unavailable for now: a retry may succeed. */
export function isDatabaseDown(error: unknown): boolean {
  return errorChain(error).some(
    ({ code, message }) =>
      (typeof code === 'string' && (networkCodes.has(code) || serverCodes.test(code))) ||
      (typeof message === 'string' && clientMessages.test(message)),
  )
}

/** Whether the disk of the database is full. Reads still work. */
export function isDatabaseFull(error: unknown): boolean {
  return errorChain(error).some(({ code }) => code === '53100')
}

/** Whether a text with a NUL was to be stored, in a column or in JSON. */
export function isUnstorableText(error: unknown): boolean {
  return errorChain(error).some(({ code }) => code === '22021' || code === '22P05')
}

/** Whether a value does not fit its column: a number out of range, a text with a NUL. */
export function isDataException(error: unknown): boolean {
  return errorChain(error).some(({ code }) => typeof code === 'string' && /^22...$/.test(code))
}

/** The name of the violated unique constraint or index. */
export function uniqueViolation(error: unknown): string | undefined {
  const found = errorChain(error).find(({ code }) => code === '23505')
  return typeof found?.constraint === 'string' ? found.constraint : undefined
}

/** The error and its causes. */
export function errorChain(error: unknown): ErrorLayer[] {
  if (typeof error !== 'object' || error === null) return []
  const layer = error as ErrorLayer
  const inner = Array.isArray(layer.errors) ? layer.errors : []
  return [layer, ...inner.flatMap(errorChain), ...errorChain(layer.cause)]
}
