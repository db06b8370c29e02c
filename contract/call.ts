import type { z } from 'zod'

/** Who may call at all. What a caller may do to one particular thing is decided by the noun's own rules. */
export type Access = 'anyone' | 'signed-in' | 'administrator'

/** An answer that is not JSON. */
export type BinaryAnswer = { binary: string; about: string }
/** An answer without a body: a redirect or 204. */
export type EmptyAnswer = { empty: string }
export type Answer = z.ZodType | BinaryAnswer | EmptyAnswer

/** One call between client and server. Routes, the OpenAPI document and the tests are all made from it. */
export type Call = {
  /** Unique; becomes the OpenAPI operation id. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify's notation: `/api/tracks/:id`. */
  path: string
  about: string
  access: Access
  /** What a 404 says is not found, the same for missing and hidden. */
  noun?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The body is a file, not JSON. */
  takesFile?: true
  /** What a successful call answers, by status. */
  answers: Record<number, Answer>
  /** The statuses with which it may fail, beside those that any call of its kind may answer. */
  fails: readonly number[]
  /** People open it in a browser, so whatever goes wrong is told on a page and not as JSON. */
  failsWithPage?: true
}

export function call<const C extends Call>(shape: C): C {
  return shape
}

type BodyOf<A> = A extends z.ZodType
  ? z.input<A>
  : A extends BinaryAnswer | EmptyAnswer
    ? undefined
    : never
/** What the server's handler must produce. */
export type AnswerOf<C extends Call> = BodyOf<C['answers'][keyof C['answers']]>
export type ParamsOf<C extends Call> = C['params'] extends z.ZodType
  ? z.output<C['params']>
  : unknown
export type QueryOf<C extends Call> = C['query'] extends z.ZodType ? z.output<C['query']> : unknown
export type BodyInOf<C extends Call> = C['body'] extends z.ZodType ? z.output<C['body']> : undefined
