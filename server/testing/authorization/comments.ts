import { all, get, type Resources, type Row, viewable } from './row.ts'

const listUrl = ({ trackId }: Resources) => `/api/tracks/${trackId}/comments`
const commentUrl = ({ commentId }: Resources) => `/api/comments/${commentId}`

/** The comment is by a user without any of the roles. What is private hides its comments. */
export const commentRows: Record<string, Row> = {
  listComments: { ...get(listUrl), ...viewable },
  getCommentOverview: { ...get((resources) => `${listUrl(resources)}/overview`), ...viewable },
  createComment: {
    request: (resources) => ({ method: 'POST', path: listUrl(resources), body: { text: 'Yes!' } }),
    expect: all(401, 201, 201, 201),
    unlisted: all(401, 201, 201, 201),
    private: all(401, 404, 201, 201),
    blocked: 403,
    blocking: 403,
  },
  setCommentsClosed: {
    request: (resources) => ({ method: 'PUT', path: listUrl(resources), body: { closed: true } }),
    expect: all(401, 403, 204, 403),
    private: all(401, 404, 204, 403),
  },
  updateComment: {
    request: (resources) => ({ method: 'PUT', path: commentUrl(resources), body: { text: 'No.' } }),
    expect: all(401, 403, 403, 403),
    private: all(401, 404, 403, 403),
  },
  deleteComment: {
    request: (resources) => ({ method: 'DELETE', path: commentUrl(resources) }),
    expect: all(401, 403, 204, 204),
    private: all(401, 404, 204, 204),
  },
  pinComment: {
    request: (resources) => ({ method: 'PUT', path: `${commentUrl(resources)}/pin` }),
    expect: all(401, 403, 204, 403),
    private: all(401, 404, 204, 403),
  },
  unpinComment: {
    request: (resources) => ({ method: 'DELETE', path: `${commentUrl(resources)}/pin` }),
    expect: all(401, 403, 204, 403),
    private: all(401, 404, 204, 403),
  },
}
