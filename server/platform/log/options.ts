import type { FastifyServerOptions } from 'fastify'
import { safeMessage, serializeError } from './serialize-error.ts'

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>
type Options = {
  logLevel: string
  /** Where log lines go instead of stdout, for tests. */
  logStream?: { write(line: string): void } | undefined
}

/** The options of the server's logger. Every error goes through `serializeError`. */
export function loggerOptions({ logLevel, logStream }: Options): LoggerOptions {
  return {
    level: logLevel,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: (error: unknown) => serializeError(error) as never },
    hooks: {
      // Without a message, pino would write the message of the error unredacted.
      logMethod(args, method) {
        const [first, ...rest] = args as unknown[]
        const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err
        if (rest.length > 0 || !(error instanceof Error))
          return void Reflect.apply(method, this, args)
        const fields = first instanceof Error ? {} : (first as object)
        Reflect.apply(method, this, [{ ...fields, err: error }, safeMessage(error)])
      },
    },
    ...(logStream && { stream: logStream }),
  }
}
