import { z } from 'zod'
import { byId, id, limitUpTo, pageQuery, requiredMultiLine, time, userSummary } from './fields.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import * as routes from './routes.ts'

/** Comments on tracks, where the host has turned them on (COMMENTS). */

const reply = z
  .strictObject({
    id,
    user: userSummary,
    text: z.string(),
    createdAt: time,
    editedAt: time.nullable(),
    isArtist: z.boolean().describe('By the owner of the track: links in it are links.'),
    canEdit: z
      .boolean()
      .describe('For 15 minutes, by its author, unless the comments were closed meanwhile.'),
    canDelete: z.boolean(),
  })
  .meta({ id: 'CommentReply' })
export type CommentReply = z.infer<typeof reply>

const comment = z
  .strictObject({
    ...reply.shape,
    trackId: id,
    position: z.number().nullable().describe('The moment of the track in seconds.'),
    isPinned: z.boolean(),
    replies: z.array(reply).describe(`Oldest first, at most ${limits.maxReplies}.`),
  })
  .meta({ id: 'Comment' })
export type Comment = z.infer<typeof comment>

const moment = z.strictObject({
  id,
  user: userSummary,
  text: z.string(),
  position: z.number(),
})

const overview = z
  .strictObject({
    count: z.int().describe('Comments and replies.'),
    isClosed: z.boolean().describe('Only the artist can comment.'),
    pinned: comment.nullable(),
    moments: z
      .array(moment)
      .describe(`For the waveform, the newest ${limits.maxMoments} by their moment.`),
  })
  .meta({ id: 'CommentOverview' })
export type CommentOverview = z.infer<typeof overview>

const text = requiredMultiLine('Comment', limits.maxCommentLength)
const ofTrack = { resource: 'Track', params: byId } as const
const commentById = { access: 'signed-in', resource: 'Comment', params: byId } as const

const commentSorts = ['newest', 'moment'] as const
export type CommentSort = (typeof commentSorts)[number]

export const listComments = defineRoute(routes.listComments, {
  summary:
    'The comments on a track with their replies. Those without a moment come last by moment. The next page is in `Link: rel="next"`.',
  access: 'anyone',
  ...ofTrack,
  query: z.strictObject({
    ...pageQuery,
    limit: limitUpTo(limits.maxCommentPageSize),
    sort: z.enum(commentSorts, { error: 'Sort must be newest or moment' }).default('newest'),
  }),
  responses: { 200: z.array(comment) },
})

export const getCommentOverview = defineRoute(routes.getCommentOverview, {
  summary: 'What a page shows of the comments on a track before they are listed.',
  access: 'anyone',
  ...ofTrack,
  responses: { 200: overview },
})

export const createComment = defineRoute(routes.createComment, {
  summary:
    'Comments on a track or a moment of it, or replies to a comment. 409 for what the caller has said there before.',
  access: 'signed-in',
  ...ofTrack,
  body: z.strictObject({
    text,
    position: z.number({ error: 'Please choose a moment' }).min(0).max(1_000_000).nullish(),
    parentId: id.nullish().describe('The comment that this replies to. Replies have no replies.'),
  }),
  responses: { 201: comment },
  errorStatuses: [403, 409],
})

export const setCommentsClosed = defineRoute(routes.setCommentsClosed, {
  summary: 'Closes or opens the comments on a track. Those that exist stay.',
  access: 'signed-in',
  ...ofTrack,
  body: z.strictObject({ closed: z.boolean({ error: 'Closed must be true or false' }) }),
  responses: { 204: { empty: 'Done.' } },
  errorStatuses: [403],
})

export const updateComment = defineRoute(routes.updateComment, {
  summary:
    'Changes a comment, for 15 minutes after it was written. Only its author can, if they could still write it.',
  ...commentById,
  body: z.strictObject({ text }),
  responses: { 200: comment },
  errorStatuses: [403, 409],
})

export const deleteComment = defineRoute(routes.deleteComment, {
  summary:
    'Deletes a comment with its replies. Its author, the owner of the track and administrators can.',
  ...commentById,
  responses: { 204: { empty: 'Deleted.' } },
  errorStatuses: [403],
})

export const pinComment = defineRoute(routes.pinComment, {
  summary: 'Pins a comment of an own track, instead of the one that was.',
  ...commentById,
  responses: { 204: { empty: 'Pinned.' } },
  errorStatuses: [403, 409],
})

export const unpinComment = defineRoute(routes.unpinComment, {
  summary: 'Unpins a comment.',
  ...commentById,
  responses: { 204: { empty: 'Not pinned.' } },
  errorStatuses: [403],
})
