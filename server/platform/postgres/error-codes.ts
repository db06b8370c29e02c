/** What went wrong in the database, read from errors that drizzle and pg wrap in one another. */

type Coded = {
  code?: unknown
  constraint?: unknown
  message?: unknown
  cause?: unknown
  errors?: unknown
}

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** Shutting down, crashed, starting up, too many connections, time-outs of ours. */
const SERVER_CODES = /^(?:08...|57P0[1-5]|53300|57014|25P0[34])$/
/** pg gives its own errors no code. */
const CLIENT_MESSAGES =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|timeout exceeded when trying to connect|timeout expired|Query read timeout|The database did not answer in time)/

/** The database cannot be asked right now, and may be later: nothing is wrong with the question. */
export function isDatabaseDown(error: unknown): boolean {
  return layers(error).some(
    ({ code, message }) =>
      (typeof code === 'string' && (NETWORK_CODES.has(code) || SERVER_CODES.test(code))) ||
      (typeof message === 'string' && CLIENT_MESSAGES.test(message)),
  )
}

/** There is no room left where the database keeps its files. It can still be read. */
export function isDatabaseFull(error: unknown): boolean {
  return layers(error).some(({ code }) => code === '53100')
}

/** The name of the unique constraint or index that refused a row. */
export function uniqueViolation(error: unknown): string | undefined {
  const found = layers(error).find(({ code }) => code === '23505')
  return typeof found?.constraint === 'string' ? found.constraint : undefined
}

function layers(error: unknown): Coded[] {
  if (typeof error !== 'object' || error === null) return []
  const layer = error as Coded
  const inner = Array.isArray(layer.errors) ? layer.errors : []
  return [layer, ...inner.flatMap(layers), ...layers(layer.cause)]
}
