import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { answerFailure, registerFailures } from './error-handler.ts'
import { createShortWay, type ShortWay } from './fast-path.ts'
import { countAnswers } from './graceful-shutdown.ts'
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
  checkAnswers: boolean
}

export type Http = { app: FastifyInstance; shortWay: ShortWay }

/** A Fastify with our habits: JSON only, nothing coerced or silently dropped, small bodies, request ids, time-outs. */
export async function createFastify(options: HttpOptions): Promise<Http> {
  const headers = securityHeaders(options)
  const underWay = countAnswers()
  const shortWay = createShortWay({
    trustProxy: options.trustProxy,
    headers,
    underWay,
    // It logs nothing.
    isOpen: !logsAnswers(options),
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
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
  })
  shortWay.standBefore(app.server)
  // To Fastify a request without a body has the body null, which would be one that is wrong.
  app.setValidatorCompiler((route) => {
    const validate = validatorCompiler(route as never)
    return (data) => validate(data ?? undefined)
  })
  app.setSerializerCompiler(
    options.checkAnswers
      ? (route) => serializerCompiler(route as never)
      : () => (data) => JSON.stringify(data),
  )
  if (logsAnswers(options)) logAnswers(app)
  underWay.closeAfter(app)
  registerFailures(app)
  acceptOnlyJson(app)
  await app.register(cookie)
  registerSecurity(app, { publicUrl: options.publicUrl, headers })
  return { app, shortWay }
}

const logsAnswers = ({ logLevel }: HttpOptions) => /^(debug|trace)$/.test(logLevel)

/** Not at the level of every day: two lines for each call would cost more than most calls. */
function logAnswers(app: FastifyInstance) {
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
