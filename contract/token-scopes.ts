import type { Route, RouteDefinition } from './route.ts'
import * as routes from './routes.ts'

/** What an API token may do, and its description in the settings. */
export const tokenScopes = ['read', 'upload', 'manage'] as const
export type TokenScope = (typeof tokenScopes)[number]

const uploading: ReadonlySet<Route> = new Set([
  routes.requestUpload,
  routes.requestUploadPart,
  routes.listUploadParts,
  routes.sendFile,
  routes.registerAudio,
  routes.registerArtwork,
  routes.createTrack,
])

/** The scope that a token needs for this route; undefined where none is accepted: account, tokens and administration. */
export function scopeOf({ route, method, path, access }: RouteDefinition): TokenScope | undefined {
  if (access === 'administrator' || /^\/api\/(?:account|auth|login|logout|callback)\b/.test(path))
    return undefined
  if (uploading.has(route)) return 'upload'
  return method === 'GET' ? 'read' : 'manage'
}
