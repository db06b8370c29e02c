import { useInfiniteQuery } from '@tanstack/react-query'
import { EighthNotes, Heart, type LucideIcon, Pencil, Play, Trash2 } from 'lucide-react'
import { memo, useCallback, useState } from 'react'
import { Link } from 'wouter'
import { displayName } from '#contract/display-name.ts'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { managedTracksQuery, type TrackFilter } from '#web/api/admin.ts'
import { RowCover } from '#web/features/player/controls/row-cover.tsx'
import { artworkSrcSet, artworkUrl } from '#web/lib/api-urls.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { formatCompactNumber, formatDate, formatNumber } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'
import { publishMoment } from '#web/lib/publishing.ts'
import { Artwork } from '#web/ui/artwork.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Select } from '#web/ui/field.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { shownPrivacy } from './csv-rows.ts'
import { ManagedTab } from './managed-tab.tsx'
import { RowAction } from './row-action.tsx'
import { SelectedTracks } from './selected-tracks.tsx'
import { useTracksExport } from './use-export.ts'

const loadEdit = async () => (await import('./edit-track-dialog.tsx')).EditTrackDialog
const loadDelete = async () => (await import('./delete-dialogs.tsx')).DeleteManagedTrackDialog

const sorts = { '': 'Newest', plays: 'Most played', likes: 'Most liked' }
const shows = {
  '': 'All tracks',
  public: 'Public',
  unlisted: 'Unlisted',
  private: 'Private',
  scheduled: 'Scheduled',
  removed: 'Removed',
}

export function ContentTab() {
  const [filter, setFilter] = useState<TrackFilter>({})
  const [selected, setSelected] = useState<ReadonlyMap<string, Track>>(new Map())
  const clear = useCallback(() => setSelected(new Map()), [])
  const toggle = useCallback((track: Track) => {
    setSelected((before) => {
      const after = new Map(before)
      if (!after.delete(track.id)) after.set(track.id, track)
      return after
    })
  }, [])
  function change(name: keyof TrackFilter, value: string) {
    setFilter({ ...filter, [name]: value || undefined })
    clear()
  }
  const useTracks = (query: string) => useInfiniteQuery(managedTracksQuery(query, filter))
  const useExport = (query: string) => useTracksExport(query, filter)
  return (
    <ManagedTab
      title="Track Management"
      placeholder="Search tracks or users..."
      exportLabel="Export"
      noun="track"
      filters={
        <>
          <Choice
            label="Sort"
            options={sorts}
            value={filter.sort ?? ''}
            onChange={(sort) => change('sort', sort)}
          />
          <Choice
            label="Show"
            options={shows}
            value={filter.show ?? ''}
            onChange={(show) => change('show', show)}
          />
        </>
      }
      above={
        selected.size > 0 && <SelectedTracks tracks={[...selected.values()]} onClear={clear} />
      }
      useList={useTracks}
      useExport={useExport}
      loadEdit={loadEdit}
      loadDelete={loadDelete}
      draftKey={draftKeys.managedTrack}
      header={<TrackHeader />}
      className="[--row-height:142px] tablet:[--row-height:77px]"
      rowClass={trackRowClass}
      skeleton={<TrackRowSkeleton />}
    >
      {(track, onEdit, onDelete) => (
        <TrackRow
          track={track}
          isSelected={selected.has(track.id)}
          onSelect={toggle}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      )}
    </ManagedTab>
  )
}

type ChoiceProps = {
  label: string
  options: Record<string, string>
  value: string
  onChange: (value: string) => void
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  return (
    <Select
      round
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {Object.entries(options).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </Select>
  )
}

const columns =
  'grid items-center px-3.5 tablet:px-5 gap-x-3.5 gap-y-1 grid-cols-[20px_52px_minmax(0,1fr)_auto] tablet:grid-cols-[20px_52px_minmax(0,1fr)_72px_64px_84px_88px] desk:gap-x-4 desk:grid-cols-[20px_52px_minmax(0,1fr)_84px_76px_92px_76px_92px_196px]'

const trackRowClass = `${columns} group content-center border-line hover:bg-raised not-first:border-t`

function TrackHeader() {
  return (
    <div
      aria-hidden="true"
      className={`${columns} h-12 border-b border-line text-sm font-semibold text-faint max-tablet:hidden`}
    >
      <span className="col-start-3">Track</span>
      <span>Plays</span>
      <span>Likes</span>
      <span className="max-desk:hidden">Added</span>
      <span className="max-desk:hidden">Size</span>
      <span>Privacy</span>
    </div>
  )
}

type TrackRowProps = {
  track: Track
  isSelected: boolean
  onSelect: (track: Track) => void
  onEdit: (track: Track) => void
  onDelete: (track: Track) => void
}

const TrackRow = memo(function TrackRow(props: TrackRowProps) {
  const { track, isSelected, onSelect, onEdit, onDelete } = props
  const by = displayName(track.user)
  const added = formatDate(track.createdAt)
  const bytes = track.formats[0]?.bytes
  const size = bytes ? formatBytes(bytes) : '–'
  const privacy = shownPrivacy(track)
  const when =
    privacy === 'scheduled' && track.publishAt && ` · for ${publishMoment(track.publishAt)}`
  return (
    <>
      <input
        type="checkbox"
        aria-label={`Select ${track.title}`}
        checked={isSelected}
        onChange={() => onSelect(track)}
        className="size-5 accent-primary max-tablet:row-span-2"
      />
      <RowCover track={track} className="w-13 max-tablet:row-span-2 max-tablet:self-center">
        <RowArtwork track={track} />
      </RowCover>
      <div className="min-w-0 max-tablet:col-span-2 max-tablet:col-start-3 max-tablet:row-start-1">
        <Link
          href={paths.track(track)}
          title={track.title}
          className="leading-row font-semibold wrap-anywhere hover:underline max-tablet:line-clamp-2 tablet:block tablet:truncate"
        >
          {track.title}
        </Link>
        <span className="block truncate text-sm text-muted" title={by}>
          by{' '}
          <Link href={paths.profile(track.userId)} className="hover:text-text hover:underline">
            {by}
          </Link>
          <span className="desk:hidden">
            {' '}
            · {added} · {size}
          </span>
          {track.privacy !== 'public' && <span className="tablet:hidden"> · {privacy}</span>}
          {when}
        </span>
      </div>
      <div className="contents max-tablet:col-start-3 max-tablet:row-start-2 max-tablet:flex max-tablet:gap-4">
        <Count icon={Play} count={track.playCount ?? 0} noun="plays" />
        <Count icon={Heart} count={track.likeCount ?? 0} noun="likes" />
      </div>
      <time dateTime={track.createdAt} className="text-sm text-muted tabular-nums max-desk:hidden">
        {added}
      </time>
      <span className="text-sm text-muted tabular-nums max-desk:hidden">{size}</span>
      <span className="max-tablet:hidden">
        <Badge tone={track.privacy === 'public' ? 'success' : 'neutral'}>{privacy}</Badge>
      </span>
      <div className="flex justify-end max-tablet:col-start-4 max-tablet:row-start-2 desk:gap-2">
        <RowAction
          label="Edit"
          name={`Edit ${track.title}`}
          tone="secondary"
          icon={<Pencil aria-hidden="true" />}
          onClick={() => onEdit(track)}
        />
        <RowAction
          label="Delete"
          name={`Delete ${track.title}`}
          tone="ghost-danger"
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => onDelete(track)}
        />
      </div>
    </>
  )
})

/** The artwork, or an icon if it does not load. */
function RowArtwork({ track }: { track: Track }) {
  const src = artworkUrl(track, 96)
  const [broken, setBroken] = useState<string>()
  return (
    <span className="block" onErrorCapture={() => setBroken(src)}>
      {src === broken ? (
        <span className="grid size-13 place-items-center rounded-art bg-raised text-faint">
          <EighthNotes aria-hidden="true" className="size-5" />
        </span>
      ) : (
        <Artwork src={src} srcSet={artworkSrcSet(track)} sizes="52px" />
      )}
    </span>
  )
}

type CountProps = { icon: LucideIcon; count: number; noun: string }

function Count({ icon: Icon, count, noun }: CountProps) {
  return (
    <span className="flex items-center gap-2 tabular-nums max-tablet:text-sm max-tablet:text-muted">
      <Icon aria-hidden="true" className="size-4.5 shrink-0 text-faint" />
      <span className="max-desk:hidden">{formatNumber(count)}</span>
      <span className="desk:hidden">{formatCompactNumber(count)}</span>
      <span className="sr-only">{noun}</span>
    </span>
  )
}

function TrackRowSkeleton() {
  return (
    <div className={`${columns} h-full content-center`}>
      <span className="shimmer col-start-2 size-13 rounded-art max-tablet:row-span-2" />
      <span>
        <TextSkeleton className="h-4 w-[min(220px,70%)]" />
        <TextSkeleton className="mt-2.25 h-3.25 w-[min(130px,45%)]" />
      </span>
      <TextSkeleton className="h-4 w-16 max-tablet:hidden" />
      <TextSkeleton className="h-4 w-12 max-tablet:hidden" />
      <span className="shimmer h-6.5 w-16 rounded-full" />
    </div>
  )
}
