import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { historyQuery, libraryQuery, setHistoryEnabled } from '#web/api/library.ts'
import { TabEmpty } from '#web/components/tab-empty.tsx'
import { TrackListSkeleton } from '#web/components/track-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { HistoryList } from './history-list.tsx'
import { TabBar } from './library-nav.tsx'
import { ListState } from './list-state.tsx'

const loadClear = async () => (await import('./clear-history.tsx')).ClearHistory

/** The tracks that were heard, by day. */
export function HistoryTab() {
  const query = useInfiniteQuery(historyQuery)
  const entries = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data])
  const { data: library } = useQuery(libraryQuery)
  return (
    <div aria-busy={query.isPending}>
      <TabBar>
        <KeepHistory enabled={library?.historyEnabled} />
        {entries.length > 0 && <Clear />}
      </TabBar>
      <ListState
        query={query}
        what="History"
        skeleton={<TrackListSkeleton />}
        empty={
          <TabEmpty
            title="No history yet"
            text={
              library?.historyEnabled === false
                ? 'Your history is off. What you listen to is not saved.'
                : 'Tracks that you have heard will appear here. Only you can see them.'
            }
          />
        }
      >
        <HistoryList
          entries={entries}
          query={query}
          next={query.data?.pages.at(-1)?.next ?? null}
        />
      </ListState>
    </div>
  )
}

/** Shows the new setting while it is being saved. Undefined until the setting is loaded. */
function KeepHistory({ enabled }: { enabled: boolean | undefined }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (next: boolean) => setHistoryEnabled(queryClient, next),
    meta: { onFailure: { title: 'Failed to save the setting' } },
  })
  const shown = save.isPending ? save.variables : enabled
  return (
    <Switch
      label="Keep history"
      checked={shown ?? true}
      disabled={enabled === undefined}
      onChange={(next) => save.isPending || save.mutate(next)}
    />
  )
}

function Clear() {
  const dialog = useLazyComponent(loadClear)
  return (
    <>
      <Button onClick={dialog.open}>
        <Trash2 aria-hidden="true" />
        Clear history
      </Button>
      {dialog.Component && <dialog.Component onClose={dialog.close} />}
    </>
  )
}
