type Issue = { message?: string; keyword?: string; instancePath?: string; params?: Params }
type Params = {
  keys?: string[]
  expected?: string
  format?: string
  origin?: string
  minimum?: number
  maximum?: number
  values?: unknown[]
}

/** One sentence for the user: the contract's own message, or a readable one instead of zod's. */
export function formatZodError(error: { validation?: unknown; message: string }): string {
  // fastify-type-provider-zod puts zod's issue into the `params` of Fastify's own shape.
  const issue = Array.isArray(error.validation) ? (error.validation[0] as Issue) : undefined
  if (!issue?.message) return error.message
  const isCustom = !/^Invalid |^Too |^Unrecognized /.test(issue.message)
  return isCustom ? issue.message : toSentence(issue)
}

function toSentence({ message = '', keyword, instancePath = '', params = {} }: Issue): string {
  const [field = 'The body', ...inner] = instancePath.split('/').filter(Boolean)
  const what = inner.length > 0 ? `Each of ${field}` : field
  switch (keyword) {
    case 'unrecognized_keys':
      return `Unknown field ${params.keys?.map((key) => `"${key}"`).join(', ')}.`
    case 'invalid_type':
      return `${what} must be ${kinds[params.expected ?? ''] ?? params.expected}.`
    case 'invalid_value':
      return `${what} must be one of ${params.values?.join(', ')}.`
    case 'invalid_format':
      return `${what} must be a valid ${params.format === 'uuid' ? 'id' : params.format}.`
    case 'too_small':
      return `${what} must ${amount('at least', params.minimum, params.origin)}.`
    case 'too_big':
      return `${what} must ${amount('at most', params.maximum, params.origin)}.`
    default:
      return `${what}: ${message}`
  }
}

const kinds: Record<string, string> = {
  string: 'text',
  object: 'a JSON object',
  array: 'a list',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

function amount(bound: string, size: number | undefined, origin: string | undefined): string {
  if (origin === 'string') return `have ${bound} ${size} characters`
  return origin === 'array' ? `have ${bound} ${size} entries` : `be ${bound} ${size}`
}
