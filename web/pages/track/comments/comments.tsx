import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CommentOverview, CommentSort } from '#contract/comments.ts'
import * as routes from '#contract/routes.ts'
import type { Track } from '#contract/tracks.ts'
import { useSession } from '#web/api/auth.ts'
import { request } from '#web/api/client.ts'
import { commentOverviewQuery, commentsQuery, refetchComments } from '#web/api/comments.ts'
import { LoadMore } from '#web/components/load-more.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { ListError } from '#web/ui/list-error.tsx'
import { RowSkeletons } from '#web/ui/skeleton.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'

/** The comments on a track. Loaded only where the host has turned them on. */
export function Comments({ track }: { track: Track }) {
  const { user } = useSession()
  const { data: overview } = useQuery(commentOverviewQuery(track.id))
  const isArtist = user?.id === track.userId
  return (
    <section id="comments" className="min-h-80 -scroll-mt-3 nav:scroll-mt-1">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="font-display text-2xl leading-heading font-bold">
          Comments
          {overview && overview.count > 0 && (
            <span className="ml-3 text-lg font-semibold text-muted tabular-nums">
              {formatNumber(overview.count)}
            </span>
          )}
        </h2>
        {isArtist && overview && <CloseButton track={track} overview={overview} />}
      </div>
      {overview?.isClosed && (
        <p className="mt-5 rounded-control border border-line bg-surface px-4 py-3 text-muted">
          {isArtist
            ? 'Comments are closed. Only you can write one.'
            : 'The artist has closed the comments.'}
        </p>
      )}
      {(isArtist || !overview?.isClosed) && <CommentForm key={track.id} track={track} />}
      <CommentList track={track} overview={overview} />
    </section>
  )
}

type CommentListProps = { track: Track; overview: CommentOverview | undefined }

function CommentList({ track, overview }: CommentListProps) {
  const [sort, setSort] = useState<CommentSort>('newest')
  const query = useInfiniteQuery(commentsQuery(track.id, sort))
  useScrollToHash(!query.isPending)
  const comments = query.data?.pages.flatMap(({ items }) => items)
  const pinned = overview?.pinned
  if (query.isPending)
    return (
      <div role="status" aria-label="Loading" className="mt-7">
        <RowSkeletons className="flex h-16 items-center gap-3" image="size-11 rounded-full" />
      </div>
    )
  if (!comments) return <ListError what="Comments" onRetry={() => void query.refetch()} />
  if (comments.length === 0)
    return (
      !overview?.isClosed && (
        <p className="mt-7 text-muted">No comments yet. Say what you hear, and where.</p>
      )
    )
  return (
    <>
      {comments.length > 1 && (
        <div className="mt-7 flex justify-end">
          <Select
            round
            aria-label="Order of the comments"
            value={sort}
            onChange={({ target }) => setSort(target.value as CommentSort)}
          >
            <option value="newest">Newest</option>
            <option value="moment">By moment</option>
          </Select>
        </div>
      )}
      <ul aria-label="Comments" className="mt-5 grid grid-cols-1 gap-7">
        {pinned && <CommentItem key={pinned.id} comment={pinned} track={track} />}
        {comments
          .filter(({ id }) => id !== pinned?.id)
          .map((comment) => (
            <CommentItem key={comment.id} comment={comment} track={track} />
          ))}
      </ul>
      <LoadMore query={query} />
    </>
  )
}

/** From a notification or a feed, once the page is high enough. */
function useScrollToHash(isReady: boolean) {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || isDone.current) return
    isDone.current = true
    if (location.hash === '#comments') document.getElementById('comments')?.scrollIntoView()
  }, [isReady])
}

function CloseButton({ track, overview }: { track: Track; overview: CommentOverview }) {
  const queryClient = useQueryClient()
  const { isClosed } = overview
  const save = useMutation({
    mutationFn: () =>
      request(routes.setCommentsClosed, {
        params: { id: track.id },
        body: { closed: !isClosed },
      }),
    meta: { onFailure: { title: 'Failed to save the setting' } },
    onSuccess: () => refetchComments(queryClient, track.id),
  })
  return (
    <Button size="small" tone="outline" isPending={save.isPending} onClick={() => save.mutate()}>
      {isClosed ? 'Open comments' : 'Close comments'}
    </Button>
  )
}
