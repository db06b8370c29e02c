import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Lock } from 'lucide-react'
import { useParams } from 'wouter'
import { urlFor } from '#contract/client.ts'
import { deadLink } from '#contract/dead-link.ts'
import * as routes from '#contract/routes.ts'
import type { Share } from '#contract/share-links.ts'
import type { Page } from '#web/api/page.ts'
import { sharedWaveformQuery, shareQuery } from '#web/api/share-links.ts'
import { LoadMore } from '#web/components/load-more.tsx'
import { imageSrcSet } from '#web/lib/api-urls.ts'
import { usePageTitle } from '#web/lib/brand.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { ArtworkGlow } from '#web/ui/artwork-glow.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState, NotFoundState } from '#web/ui/empty-state.tsx'
import { LinkedText } from '#web/ui/linked-text.tsx'
import { PlayButton } from '#web/ui/play-button.tsx'
import { SharedNotes } from './shared-notes.tsx'
import { SharedTracks } from './shared-tracks.tsx'
import { SharedWaveform } from './shared-waveform.tsx'
import { useSharedAudio } from './use-shared-audio.ts'

export const page: Page = {
  component: SharePage,
  async load({ queryClient, params: { token = '' } }) {
    const { pages } = await queryClient.fetchInfiniteQuery(shareQuery(token))
    const share = pages[0]?.body
    if (!share) return { kind: 'not-found', title: deadLink }
    const [first] = share.tracks
    if (first?.waveformUrl)
      await queryClient.fetchQuery(sharedWaveformQuery({ token, trackId: first.id }))
    return { kind: 'other', title: titleOf(share) }
  },
}

const titleOf = ({ title, artist }: Share) => `${title} by ${artist}`

/** What a share link shows to whoever has it, and nothing else of its owner. */
function SharePage() {
  const { token = '' } = useParams()
  const query = useInfiniteQuery(shareQuery(token))
  const { data, isPending, refetch } = query
  const pages = data?.pages.flatMap((page) => page?.body ?? [])
  const share = pages?.[0]
  if (isPending) return <div role="status" aria-label="Loading" className="min-h-screen" />
  if (share)
    return (
      <LoadedShare
        token={token}
        share={{ ...share, tracks: pages.flatMap(({ tracks }) => tracks) }}
        more={<LoadMore query={query} />}
      />
    )
  if (data) return <DeadLink />
  return <ErrorState title="Something went wrong" onRetry={() => void refetch()} />
}

/** The same for every link that is not valid, whatever the reason. */
function DeadLink() {
  usePageTitle(deadLink)
  return <NotFoundState title={deadLink} text="Ask whoever sent it to you for a new one." />
}

type LoadedShareProps = { token: string; share: Share; more: React.ReactNode }

function LoadedShare({ token, share, more }: LoadedShareProps) {
  usePageTitle(titleOf(share))
  const queryClient = useQueryClient()
  const audio = useSharedAudio({
    token,
    tracks: share.tracks,
    onFailure: () => void queryClient.invalidateQueries({ queryKey: shareQuery(token).queryKey }),
  })
  const { track } = audio
  const isList = share.type !== 'track'
  const artwork = (w: number) => urlFor(routes.getShareArtwork, { params: { token }, query: { w } })
  return (
    <ArtworkGlow seed={token} imageUrl={artwork(96)} className="pb-section">
      {/* biome-ignore lint/a11y/useMediaCaption: music has none */}
      <audio ref={audio.audio} preload="none" />
      <div className="page-width">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7 pt-5 tablet:grid-cols-[240px_minmax(0,1fr)] tablet:items-end tablet:gap-9 tablet:pt-14 desk:grid-cols-[300px_minmax(0,1fr)] desk:gap-14">
          <Artwork
            src={artwork(384)}
            srcSet={imageSrcSet(artwork)}
            sizes="(min-width: 73.8rem) 300px, (min-width: 47.5rem) 240px, 90vw"
            eager="first"
            large
          />
          <div>
            <span className="inline-flex h-8 items-center gap-1.5 rounded-full bg-primary-soft px-3.5 text-sm font-semibold text-primary-text">
              <Lock aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
              Shared privately
            </span>
            <h1 className="mt-4.5 font-display text-5xl leading-tight font-extrabold tracking-display text-balance wrap-anywhere">
              {share.title}
            </h1>
            <p className="mt-2 text-lg text-muted wrap-anywhere">{share.artist}</p>
            <div className="mt-6 flex flex-wrap items-center gap-3">
              {track && (
                <PlayButton
                  state={audio.stateOf(track)}
                  what={track.title}
                  onClick={() => audio.toggle()}
                  className="primary-fill-floating mr-1 size-16 [&>svg]:size-7"
                />
              )}
              {share.downloadUrl && (
                <a href={share.downloadUrl} download="" className={buttonClass('secondary')}>
                  <Download aria-hidden="true" />
                  Download
                </a>
              )}
            </div>
          </div>
        </div>
        {track ? (
          <>
            {isList && (
              <h2 className="mt-10 -mb-6 font-display text-2xl leading-heading font-bold wrap-anywhere">
                {track.title}
              </h2>
            )}
            <SharedWaveform token={token} audio={audio} track={track} notes={share.notes} />
          </>
        ) : (
          <p className="mt-10 text-muted">There are no tracks here.</p>
        )}
        {/* Notes are about the waveform above them. */}
        <div className="mt-10 grid gap-10 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] desk:gap-14">
          {track && <SharedNotes token={token} audio={audio} track={track} share={share} />}
          <div className="grid content-start gap-10">
            {isList && (
              <div>
                <SharedTracks audio={audio} tracks={share.tracks} />
                {more}
              </div>
            )}
            {share.description && <About text={share.description} />}
          </div>
        </div>
      </div>
    </ArtworkGlow>
  )
}

const About = ({ text }: { text: string }) => (
  <section>
    <h2 className="font-display text-2xl leading-heading font-bold">About</h2>
    <p className="mt-4 leading-7 wrap-anywhere whitespace-pre-line text-muted">
      <LinkedText text={text} />
    </p>
  </section>
)
