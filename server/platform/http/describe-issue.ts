type Issue = { message: string; path?: PropertyKey[]; code?: string; keys?: string[] }

/** One sentence for a person out of what zod found, naming the field where the message does not. */
export function describeIssue(problem: { validation?: unknown; message: string }): string {
  const issue = firstIssue(problem.validation)
  if (!issue) return problem.message
  if (issue.code === 'unrecognized_keys')
    return `This call does not take the field ${issue.keys?.map((key) => `"${key}"`).join(', ')}.`
  const field = issue.path?.at(-1)
  if (typeof field === 'string' && /^Invalid |^Too |^Unrecognized /.test(issue.message))
    return `${field}: ${issue.message}`
  return issue.message
}

/** fastify-type-provider-zod keeps zod's issue in the `params` of Fastify's own shape. */
function firstIssue(validation: unknown): Issue | undefined {
  if (!Array.isArray(validation)) return undefined
  const first = validation[0] as {
    message?: string
    instancePath?: string
    params?: Record<string, unknown>
    keyword?: string
  }
  if (!first?.message) return undefined
  return {
    message: first.message,
    code: first.keyword ?? '',
    path: first.instancePath?.split('/').filter(Boolean) ?? [],
    keys: (first.params?.['keys'] as string[] | undefined) ?? [],
  }
}
