export const roles = ['visitor', 'otherUser', 'owner', 'administrator'] as const
export type Role = (typeof roles)[number]
export type Resources = {
  trackId: string
  slug: string
  playlistId: string
  releaseId: string
  ownerId: string
  callerId: string
  otherTrackId: string
  objectPath: string
  reportedId: string
  /** On the track, by a user without any of the roles. */
  commentId: string
  /** A link to the track, and a note of it. */
  share: { id: string; token: string; noteId: string }
  /** Former audio of the track. */
  versionId: string
  /** An upload URL that was issued to a user without any of the roles. */
  uploadUrl: string
}
export type Row = {
  request(resources: Resources): { method: string; path: string; body?: unknown }
  /** The expected status by role, for a public resource; `unlisted` and `private` where the privacy matters. */
  expect: Record<Role, number>
  unlisted?: Record<Role, number>
  private?: Record<Role, number>
  /** What another user gets who is blocked by the owner, and who blocks the owner, where it differs from `expect`. */
  blocked?: number
  blocking?: number
}

export const all = (visitor: number, otherUser: number, owner: number, administrator: number) => ({
  visitor,
  otherUser,
  owner,
  administrator,
})
export const allRoles = (status: number) => all(status, status, status, status)
/** For routes that read a resource: everyone with its link can, unless it is private. */
export const viewable = {
  expect: allRoles(200),
  unlisted: allRoles(200),
  private: all(404, 404, 200, 200),
}
/** For routes that the owner and the administrator may call; for others a private resource does not exist. */
export const editable = (done: number) => ({
  expect: all(401, 403, done, done),
  unlisted: all(401, 403, done, done),
  private: all(401, 404, done, done),
})
/** For routes that the owner may call, and the administrator only if a status is given. */
export const ownerOnly = (done: number, administrator = 403) => ({
  expect: all(401, 403, done, administrator),
  private: all(401, 404, done, administrator),
})
export const get = (path: (resources: Resources) => string) => ({
  request: (resources: Resources) => ({ method: 'GET', path: path(resources) }),
})

export const signedInRoles = (status: number) => all(401, status, status, status)
/** For a call of the dashboard. */
export const administratorOnly = (status: number) => all(401, 403, 403, status)

/** Another user's upload does not exist, even for the administrator. */
export const registering = (path: string, field: string): Row => ({
  request: ({ uploadUrl }) => ({ method: 'PUT', path, body: { [field]: uploadUrl } }),
  expect: all(401, 404, 404, 404),
})
