import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { downloadTrack } from '#contract/audio.ts'
import { routeName } from '#contract/route.ts'
import { HttpError } from '#server/errors.ts'
import type { AppPasswords } from '#server/modules/accounts/app-credentials/service.ts'
import { createAppThrottle } from '#server/modules/accounts/sign-in/login-throttle.ts'
import { trackDownloadLimit } from '#server/modules/downloads/service.ts'
import { toHttpError } from '#server/platform/http/error-handler.ts'
import { acceptForms } from '#server/platform/http/form-body.ts'
import { withTimeout } from '#server/platform/http/with-timeout.ts'
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts'
import { annotationMethods } from './annotation-methods.ts'
import { createAuthenticate } from './authenticate.ts'
import { browsingMethods } from './browsing-methods.ts'
import { listMethods } from './list-methods.ts'
import { type MediaDeps, type MediaMethod, mediaMethods } from './media-routes.ts'
import type { Call, Method, Methods } from './method.ts'
import { formatOf, type Parameters, readParameters } from './parameters.ts'
import { playlistMethods } from './playlist-methods.ts'
import {
  errorCodes,
  failed,
  type Payload,
  SubsonicError,
  serialize,
  succeeded,
} from './protocol.ts'
import { createLoader, createPager } from './service.ts'
import { extensionsPayload, systemMethods } from './system-methods.ts'

type Deps = Omit<MediaDeps, 'page' | 'checkDownload'> & {
  appPasswords: AppPasswords
  limiter: RateLimiter
  serverVersion: string
}

const timeoutMs = 4500
/** Of calls without credentials: apart from those of the site, because pages of other sites can make them. */
const anonymousLimit = { max: 300, windowSeconds: 300, per: 'ip' } as const
/** No cookie counts here, so that any page may call it. */
const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-length, content-range, accept-ranges',
  'cross-origin-resource-policy': 'cross-origin',
}
/** The ids of a whole queue or playlist. */
const bodyLimit = 512 * 1024

/** The Subsonic API in its OpenSubsonic form, for music apps: https://opensubsonic.netlify.app */
export function subsonicRoutes(app: FastifyInstance, { appPasswords, limiter, ...options }: Deps) {
  const deps = { ...options, page: createPager() }
  const authenticate = createAuthenticate(appPasswords, createAppThrottle(limiter))
  const methods: Methods = {
    ...systemMethods,
    ...browsingMethods(deps),
    ...listMethods(deps),
    ...playlistMethods(deps),
    ...annotationMethods(deps),
  }
  const checkDownload = limiter.check(routeName(downloadTrack), trackDownloadLimit)
  const checkAnonymous = limiter.check('music-apps', anonymousLimit)
  const media = mediaMethods({ ...deps, checkDownload })

  const parametersOf = ({ query, body }: FastifyRequest) => readParameters(query, body)

  const sendEnvelope = (
    request: FastifyRequest,
    reply: FastifyReply,
    envelope: ReturnType<typeof succeeded>,
  ) => send(reply, envelope, deps.serverVersion, parametersOf(request))

  async function open(request: FastifyRequest, countsAsCall: boolean): Promise<Call> {
    const parameters = parametersOf(request)
    const { ip, headers } = request
    const user = await authenticate(parameters, ip)
    // Apps have no rights of administrators, whoever uses them.
    const viewer = { id: user.id, isAdmin: false }
    const charge = (calls: number) => {
      for (let i = 0; i < calls; i += 1) limiter.checkDefault(request, viewer)
    }
    if (countsAsCall) charge(1)
    return {
      parameters,
      user,
      viewer,
      client: { ip, headers },
      load: createLoader({ ...deps, viewer, charge }),
      charge,
    }
  }

  app.register(async (scope) => {
    await acceptForms(scope, { bodyLimit })
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers(crossOriginHeaders)
    })
    scope.setErrorHandler((error: Error, request, reply) => {
      const { code, message } = describeError(error, request)
      return sendEnvelope(request, reply, failed(code, message))
    })

    const add = (
      name: string,
      handler: typeof unknownMethod,
      config: Pick<FastifyContextConfig, 'writes' | 'sendsFile'>,
    ) => {
      for (const url of name === '*' ? ['/rest/*'] : [`/rest/${name}`, `/rest/${name}.view`])
        scope.route({
          method: ['GET', 'POST'],
          url,
          schema: { hide: true },
          // Apps send reads by POST and writes by GET.
          config: { allowsCrossSite: true, ...config },
          handler,
        })
    }
    const unknownMethod = async (
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<unknown> => {
      checkAnonymous(request)
      const message = 'This server does not have this method.'
      return sendEnvelope(request, reply, failed(errorCodes.generic, message))
    }
    const respond = (method: Method) => async (request: FastifyRequest, reply: FastifyReply) => {
      const handling = open(request, true).then((call) => method.handle(call))
      // As on other routes, a write is awaited.
      const payload: Payload = await (method.writes ? handling : withTimeout(handling, timeoutMs))
      return sendEnvelope(request, reply, succeeded(payload))
    }
    const sendMedia =
      (method: MediaMethod) => async (request: FastifyRequest, reply: FastifyReply) => {
        await method({ ...(await open(request, false)), request, reply })
        return reply
      }

    for (const [name, method] of Object.entries(methods))
      add(name, respond(method), { writes: method.writes ?? 'nothing' })
    for (const [name, method] of Object.entries(media))
      add(name, sendMedia(method), { writes: 'nothing', sendsFile: true })
    const extensions = async (request: FastifyRequest, reply: FastifyReply) => {
      checkAnonymous(request)
      return sendEnvelope(request, reply, succeeded(extensionsPayload))
    }
    add('getOpenSubsonicExtensions', extensions, { writes: 'nothing' })
    add('*', unknownMethod, { writes: 'nothing' })
    scope.options(
      '/rest/*',
      { schema: { hide: true }, config: { allowsCrossSite: true } },
      (_request, reply) =>
        reply
          .headers({
            'access-control-allow-methods': 'GET, HEAD, POST',
            'access-control-allow-headers': '*',
            'access-control-max-age': '86400',
          })
          .code(204)
          .send(),
    )
  })
}

function send(
  reply: FastifyReply,
  envelope: ReturnType<typeof succeeded>,
  serverVersion: string,
  parameters: Parameters,
) {
  const { contentType, body } = serialize(envelope, serverVersion, formatOf(parameters))
  return reply.code(200).type(contentType).send(body)
}

/** For a URL that cannot be routed, in the form that it asks for; undefined for URLs of the site. */
export function createMalformedCall(serverVersion: string) {
  return ({ url }: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    if (!url.startsWith('/rest/')) return undefined
    const query = Object.fromEntries(new URL(url, 'http://any').searchParams)
    const envelope = failed(errorCodes.generic, 'The URL of this request is malformed.')
    return send(reply.headers(crossOriginHeaders), envelope, serverVersion, readParameters(query))
  }
}

const codesOfStatuses: Record<number, number> = {
  401: errorCodes.wrongCredentials,
  403: errorCodes.forbidden,
  404: errorCodes.notFound,
}

function describeError(error: Error, request: FastifyRequest): { code: number; message: string } {
  if (error instanceof SubsonicError) return error
  const known = error instanceof HttpError ? error : toHttpError(error)
  if (!known || known.status >= 500) request.log.error({ err: error }, 'unexpected error')
  if (!known)
    return {
      code: errorCodes.generic,
      message: 'Something went wrong on our side. Please try again.',
    }
  return { code: codesOfStatuses[known.status] ?? errorCodes.generic, message: known.message }
}
