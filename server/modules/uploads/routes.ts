import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import * as contract from '#contract/uploads.ts'
import { unsupportedMediaType } from '#server/errors.ts'
import { avatarUrl } from '#server/modules/users/presenter.ts'
import { createKeyedMutex } from '#server/platform/batching/keyed-mutex.ts'
import { sendError } from '#server/platform/http/error-handler.ts'
import { type RegisterRoute, routeSchema } from '#server/platform/http/register-route.ts'
import { listParts, requestPart } from './parts-service.ts'
import { type ReceiveDeps, receiveUpload } from './receive-service.ts'
import {
  type RegisterDeps,
  registerAudio,
  registerImage,
  registerProfileImage,
} from './register-service.ts'
import { listPublishedFiles, requestUpload } from './service.ts'

/** The type of a file if the client declares none. */
const defaultType = 'application/octet-stream'

export type UploadDeps = RegisterDeps &
  ReceiveDeps & {
    /** Throws if the user may not publish. */
    assertCanPublish(userId: string): Promise<void>
  }

export function uploadRoutes(app: FastifyInstance, registerRoute: RegisterRoute, deps: UploadDeps) {
  // Saves database connections; the row lock decides.
  const withLock = createKeyedMutex()
  registerRoute(contract.requestUpload, {
    handle: ({ viewer, body }) => {
      deps.media.warmUp()
      return withLock(viewer.id, () => requestUpload(deps, viewer.id, declaredFile(body)))
    },
  })
  registerRoute(contract.requestUploadPart, {
    writes: 'own',
    handle: ({ viewer, params: { id }, body }) =>
      requestPart(deps, { id, userId: viewer.id }, body.partNumber),
  })
  registerRoute(contract.listUploadParts, {
    handle: ({ viewer, params: { id } }) => listParts(deps, { id, userId: viewer.id }),
  })
  registerRoute(contract.listPublishedFiles, {
    handle: ({ viewer, query }) => listPublishedFiles(deps.db, viewer.id, query.sizes),
  })
  registerRoute(contract.registerAudio, {
    handle: async ({ viewer, body: { audioURL: url, contentHash } }) => ({
      objectPath: await registerAudio(deps, { userId: viewer.id, url, contentHash }),
    }),
  })
  const image = async (userId: string, url: string, maxBytes: number) => ({
    objectPath: await registerImage(deps, { userId, url, maxBytes }),
  })
  registerRoute(contract.registerArtwork, {
    // Single and bulk uploads send the same request: the larger limit applies to both.
    handle: ({ viewer, body }) => image(viewer.id, body.artworkURL, limits.maxBulkArtworkBytes),
  })
  registerRoute(contract.registerCover, {
    handle: ({ viewer, body }) => image(viewer.id, body.coverURL, limits.maxImageBytes),
  })
  registerRoute(contract.setProfileImage, {
    handle: async ({ viewer: { id }, body }) => {
      await deps.assertCanPublish(id)
      const objectPath = await registerProfileImage(deps, { userId: id, url: body.imageURL })
      const profileImageUrl = avatarUrl({ id, profileImageUrl: objectPath }) ?? objectPath
      return { objectPath, profileImageUrl }
    },
  })
  receiveRoute(app, deps)
}

function declaredFile({
  size,
  contentType = defaultType,
  parts = false,
  fileName,
}: {
  size?: number | undefined
  contentType?: string | undefined
  parts?: boolean | undefined
  fileName?: string | null | undefined
} = {}) {
  return size === undefined ? undefined : { size, contentType, inParts: parts, fileName }
}

type SignedQuery = { expires?: unknown; signature?: unknown }

/** The PUT behind a presigned URL of this server. It is authorized by the signature, not by the session. */
function receiveRoute(app: FastifyInstance, deps: ReceiveDeps) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const isUnparsable = error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
      return sendError(
        isUnparsable ? unsupportedMediaType('audio or image') : error,
        request,
        reply,
      )
    })
    const options = {
      schema: routeSchema(contract.sendFile),
      config: { route: contract.sendFile },
      attachValidation: true,
    }
    scope.put(contract.sendFile.path, options, async (request, reply) => {
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

/** A client reads the response only after it has sent the whole body; one that never stops sending is cut off. */
function drainBody({ raw }: FastifyRequest) {
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), 10_000).unref()
  raw.once('close', () => clearTimeout(timer))
}
