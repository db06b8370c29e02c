import { createHash, randomBytes } from 'node:crypto'
import type { Viewer } from '#server/viewer.ts'

/** A browser that nobody is signed in with is told from others by a random text in a cookie. */
const TOKEN = /^[\w-]{22}$/

export function newListenerToken(): string {
  return randomBytes(16).toString('base64url')
}

export function isListenerToken(text: string | undefined): text is string {
  return text !== undefined && TOKEN.test(text)
}

/** What plays are remembered by: one key for a person in all their browsers, or for a visitor's browser. */
export function listenerKey(viewer: Viewer | undefined, token: string): string {
  const named = viewer ? `person ${viewer.id}` : `browser ${token}`
  return createHash('sha256')
    .update(named)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
