import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { forbidden } from '#server/errors.ts'

type Options = { publicUrl: string; storeOrigins: readonly string[] }

/** Headers that every answer carries, and the refusal of writes that another site sends. */
export async function registerSecurity(app: FastifyInstance, { publicUrl, storeOrigins }: Options) {
  const https = publicUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...storeOrigins],
        mediaSrc: ["'self'", 'blob:', ...storeOrigins],
        connectSrc: ["'self'", ...storeOrigins],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })

  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS')
      return
    const { origin } = request.headers
    const foreign = origin !== undefined && origin !== publicUrl
    if (foreign || request.headers['sec-fetch-site'] === 'cross-site')
      throw forbidden('This request comes from another site.')
  })
}
