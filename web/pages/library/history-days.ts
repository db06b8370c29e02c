import type { HistoryEntry } from '#contract/library.ts'
import type { Track } from '#contract/tracks.ts'

/** The rows of the history: a heading for each day, and its tracks. */
export type HistoryRow =
  | { kind: 'day'; id: string; label: string }
  | { kind: 'track'; id: string; track: Track; time: string }

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dateFormat = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric' })
const dateFormatWithYear = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
})

/**
 * Groups the entries, the last listen first, by the days of the listener's time zone. The server's days are those of
 * UTC: a track that it has twice on one local day appears at the later listen only.
 */
export function toHistoryRows(entries: readonly HistoryEntry[], now = new Date()): HistoryRow[] {
  const rows: HistoryRow[] = []
  let day = ''
  let seen = new Set<string>()
  for (const { track, heardAt } of entries) {
    const at = new Date(heardAt)
    if (at.toDateString() !== day) {
      day = at.toDateString()
      seen = new Set()
      rows.push({ kind: 'day', id: day, label: labelOf(at, now) })
    }
    if (seen.has(track.id)) continue
    seen.add(track.id)
    rows.push({ kind: 'track', id: `${day} ${track.id}`, track, time: timeFormat.format(at) })
  }
  return rows
}

function labelOf(at: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (at.toDateString() === now.toDateString()) return 'Today'
  if (at.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return (at.getFullYear() === now.getFullYear() ? dateFormat : dateFormatWithYear).format(at)
}
