import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Page } from '#web/api/page.ts'
import { trackQuery } from '#web/api/tracks.ts'
import { LinksView } from './links-view.tsx'

export const page: Page = { component: TrackLinksPage }

function TrackLinksPage() {
  const { slug = '' } = useParams()
  const { data: track, isError, refetch } = useQuery(trackQuery(slug))
  return (
    <LinksView
      noun="track"
      item={track}
      linked={track ? { trackId: track.id } : undefined}
      href={track ? paths.track(track) : ''}
      isError={isError}
      onRetry={() => void refetch()}
    />
  )
}
