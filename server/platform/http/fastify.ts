import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { registerErrorHandler, sendError } from './error-handler.ts'
import { createFastPath, type FastPath } from './fast-path.ts'
import { trackInFlightRequests } from './graceful-shutdown.ts'
import { newRequestId } from './request-id.ts'
import { registerSecurity, securityHeaders } from './security.ts'

export type HttpOptions = {
  publicUrl: string
  storeOrigins: readonly string[]
  trustProxy: boolean | string
  logLevel: string
  /** Where log lines go instead of stdout, for tests. */
  logStream?: { write(line: string): void }
  /**
   * Tests hold every answer against the contract, and a field that is not in it fails them.
   * In production the presenters alone decide what leaves: checking again costs a third of the speed.
   */
  validateResponses: boolean
}

export type Http = { app: FastifyInstance; fastPath: FastPath }

/** A Fastify with our habits: JSON only, nothing coerced or silently dropped, small bodies, request ids, time-outs. */
export async function createFastify(options: HttpOptions): Promise<Http> {
  const headers = securityHeaders(options)
  const inFlight = trackInFlightRequests()
  const fastPath = createFastPath({
    trustProxy: options.trustProxy,
    headers,
    inFlight,
    // It logs nothing.
    enabled: !shouldLogRequests(options),
  })
  const app: FastifyInstance = Fastify({
    logger: {
      level: options.logLevel,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      ...(options.logStream && { stream: options.logStream }),
    },
    genReqId: newRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: 64 * 1024,
    // 100 MB over half a megabit a second take 27 minutes.
    requestTimeout: 30 * 60_000,
    keepAliveTimeout: 75_000,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    // Addresses that reach no route: they get the same kind of answer.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  })
  fastPath.attach(app.server)
  // To Fastify a request without a body has the body null, which would be one that is wrong.
  app.setValidatorCompiler((route) => {
    const validate = validatorCompiler(route as never)
    return (data) => validate(data ?? undefined)
  })
  app.setSerializerCompiler(
    options.validateResponses
      ? (route) => serializerCompiler(route as never)
      : () => (data) => JSON.stringify(data),
  )
  if (shouldLogRequests(options)) logRequests(app)
  inFlight.drainOnClose(app)
  registerErrorHandler(app)
  acceptOnlyJson(app)
  await app.register(cookie)
  registerSecurity(app, { publicUrl: options.publicUrl, headers })
  return { app, fastPath }
}

const shouldLogRequests = ({ logLevel }: HttpOptions) => /^(debug|trace)$/.test(logLevel)

/** Not at the level of every day: two lines for each call would cost more than most calls. */
function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request
    request.log.debug(
      { method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
    done()
  })
}

/** A POST without a body is fine whatever type it announces; `__proto__` and its like are refused. */
function acceptOnlyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return parse(request, body as string, done)
  })
}
