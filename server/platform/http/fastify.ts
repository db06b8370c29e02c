import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { unstorable } from '#server/errors.ts'
import { loggerOptions } from '#server/platform/log/options.ts'
import { compileTrustProxy, registerForwardedForGuard, type TrustProxy } from './client-address.ts'
import { hasControlCharacters, registerControlCharacterGuard } from './control-characters.ts'
import { registerErrorHandler, sendError } from './error-handler.ts'
import { drainOnClose } from './graceful-shutdown.ts'
import { registerHostGuard } from './host-guard.ts'
import { observeRequests } from './observe-requests.ts'
import { handleClientError } from './raw-error.ts'
import { registerSecurity, securityHeaders, setSecurityHeaders } from './security.ts'
import {
  type ConnectionLimits,
  defaultConnectionLimits,
  limitConnections,
  refuseExpectations,
  registerSlowClientGuard,
  timeoutOptions,
  watchBody,
} from './slow-connections.ts'

export type HttpOptions = {
  publicUrl: string
  storeOrigins: readonly string[]
  trustProxy: TrustProxy
  logLevel: string
  /** Whether the log has the addresses of clients. */
  logIp?: boolean
  /** Where log lines go instead of stdout, for tests. */
  logStream?: { write(line: string): void }
  /**
   * Validates every response against the contract, for tests: an unknown field fails.
   * In production the presenters alone decide what is sent, because validation costs a third of the throughput.
   */
  validateResponses: boolean
  /**
   * Responds to a URL that cannot be routed, such as one with malformed percent-encoding. Undefined: the error is sent.
   */
  sendUnroutable?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined
  connectionLimits?: Partial<ConnectionLimits>
  deniesTraining?: boolean
}

/** Fastify with this server's defaults: JSON only, no coercion, small bodies, request ids, timeouts. */
export async function createFastify(options: HttpOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(options)
  const limits = { ...defaultConnectionLimits, ...options.connectionLimits }
  const app: FastifyInstance = Fastify({
    logger: loggerOptions(options),
    genReqId: () => randomBytes(9).toString('base64url'),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: compileTrustProxy(options.trustProxy),
    bodyLimit: 64 * 1024,
    ...timeoutOptions(limits),
    keepAliveTimeout: 75_000,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: handleClientError,
    // Errors before routing get the same kind of response.
    frameworkErrors(error, request, reply) {
      watchBody(request.raw, reply.raw, limits)
      setSecurityHeaders(request, reply, headers)
      if (!options.sendUnroutable?.(request, reply)) void sendError(error, request, reply)
    },
  })
  limitConnections(app.server, limits.maxPerAddress, options.trustProxy)
  refuseExpectations(app.server)
  // Fastify passes null for a missing body, which would not validate.
  app.setValidatorCompiler((route) => {
    const validate = validatorCompiler(route as never)
    return (data) => validate(data ?? undefined)
  })
  app.setSerializerCompiler(
    options.validateResponses
      ? (route) => serializerCompiler(route as never)
      : () => (data) => JSON.stringify(data),
  )
  registerSlowClientGuard(app, limits)
  observeRequests(app, options)
  drainOnClose(app)
  registerErrorHandler(app)
  acceptOnlyJson(app)
  await app.register(cookie)
  if (options.trustProxy !== false) registerForwardedForGuard(app)
  registerSecurity(app, { ...options, headers })
  registerHostGuard(app, options)
  registerControlCharacterGuard(app)
  return app
}

/**
 * An empty body is accepted with any content type; `__proto__` and `constructor` keys are rejected, and control characters,
 * on all routes.
 */
function acceptOnlyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return parse(request, body as string, (error, value) =>
      hasControlCharacters(value) ? done(unstorable()) : done(error, value),
    )
  })
}
