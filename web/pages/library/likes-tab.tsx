import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { likedTracksQuery, loadLikedTracks } from '#web/api/library.ts'
import { SearchField, searchDebounceMs } from '#web/features/search/search-field.tsx'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { NothingYet, TracksTab } from './tracks-tab.tsx'

export function LikesTab() {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim(), searchDebounceMs)
  const query = useInfiniteQuery({ ...likedTracksQuery(q), placeholderData: keepPreviousData })
  return (
    <TracksTab
      query={query}
      source="Likes"
      what="Likes"
      load={() => loadLikedTracks(q)}
      isSearch={q !== ''}
      aside={<SearchField placeholder="Search in your likes" value={typed} onChange={setTyped} />}
      empty={
        q ? (
          <p role="status" className="py-14 text-lg wrap-anywhere text-muted">
            Nothing in your likes matches "{q}".
          </p>
        ) : (
          <NothingYet
            title="No likes yet"
            text="Tap the heart of a track and you will find it here."
          />
        )
      }
    />
  )
}
