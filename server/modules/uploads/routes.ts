import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import {
  registerArtwork,
  registerAudio as registerAudioCall,
  registerCover,
  requestUpload as requestUploadRoute,
  sendFile,
  setProfileImage,
} from '#contract/uploads.ts'
import { unsupportedMediaType } from '#server/errors.ts'
import { avatarUrl } from '#server/modules/users/presenter.ts'
import { sendError } from '#server/platform/http/error-handler.ts'
import { type RegisterRoute, routeSchema } from '#server/platform/http/register-route.ts'
import { isLocalDisk, type LocalDisk } from '#server/platform/objects/local-disk.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { createTurns } from '#server/platform/postgres/turns.ts'
import { receiveUpload } from './receive.ts'
import {
  type RegisterDeps,
  registerAudio,
  registerImage,
  registerProfileImage,
} from './register.ts'
import { requestUpload } from './request-upload.ts'

export type UploadDeps = RegisterDeps & { rateLimitScale: number }

export function uploadRoutes(app: FastifyInstance, serve: RegisterRoute, deps: UploadDeps) {
  const inTurn = createTurns()
  serve(requestUploadRoute, {
    handle: ({ viewer }) => inTurn(viewer.id, () => requestUpload(deps, viewer.id)),
  })
  serve(registerAudioCall, {
    noTimeout: true,
    handle: async ({ viewer, body }) => ({
      objectPath: await registerAudio(deps, { userId: viewer.id, address: body.audioURL }),
    }),
  })
  const picture = async (userId: string, address: string, mostBytes: number) => ({
    objectPath: await registerImage(deps, { userId, address, mostBytes }),
  })
  serve(registerArtwork, {
    noTimeout: true,
    // Single and bulk uploads make the same call and cannot be told apart: the larger limit holds.
    handle: ({ viewer, body }) => picture(viewer.id, body.artworkURL, limits.maxBulkArtworkBytes),
  })
  serve(registerCover, {
    noTimeout: true,
    handle: ({ viewer, body }) => picture(viewer.id, body.coverURL, limits.maxImageBytes),
  })
  serve(setProfileImage, {
    noTimeout: true,
    handle: async ({ viewer: { id }, body }) => {
      const objectPath = await registerProfileImage(deps, { userId: id, address: body.imageURL })
      const address = avatarUrl({ id, profileImageUrl: objectPath })
      return { objectPath, profileImageUrl: address ?? objectPath }
    },
  })
  if (isLocalDisk(deps.store)) receiveRoute(app, { db: deps.db, disk: deps.store })
}

type SignedQuery = { expires?: unknown; signature?: unknown }

/** The raw PUT that an upload address of the disk store leads to. Its signature decides, not the session. */
function receiveRoute(app: FastifyInstance, deps: { db: Db; disk: LocalDisk }) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const isOfNoType = error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
      return sendError(isOfNoType ? unsupportedMediaType('audio or image') : error, request, reply)
    })
    const described = {
      schema: routeSchema(sendFile),
      config: { route: sendFile },
      attachValidation: true,
    }
    scope.put(sendFile.path, described, async (request, reply) => {
      const { expires, signature } = request.query as SignedQuery
      const length = request.headers['content-length']
      try {
        await receiveUpload(deps, {
          key: (request.params as { '*': string })['*'],
          expires: String(expires),
          signature: String(signature),
          body: request.raw,
          contentType: request.headers['content-type'],
          contentLength: length === undefined ? undefined : Number(length),
        })
      } catch (error) {
        drainBody(request)
        throw error
      }
      return reply.code(200).send()
    })
  })
}

/** A sender reads the answer only when it has sent all; one that sends on and on is cut off. */
function drainBody({ raw }: FastifyRequest) {
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), 10_000).unref()
  raw.once('close', () => clearTimeout(timer))
}
