import { AudioLines, Trash2 } from 'lucide-react'
import type { TrackVersion } from '#contract/versions.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { audioFacts } from './audio-facts.ts'

type VersionListProps = {
  versions: readonly TrackVersion[]
  onCompare: (version: TrackVersion) => void
  /** Only for the owner. */
  onDelete: ((version: TrackVersion) => void) | undefined
}

/** The former audio of a track, newest first. */
export function VersionList({ versions, onCompare, onDelete }: VersionListProps) {
  return (
    <section aria-labelledby="former-versions" className="grid gap-2.5">
      <h3 id="former-versions" className="text-sm font-semibold">
        Former versions
      </h3>
      {versions.length === 0 ? (
        <p className="text-sm text-muted">None yet. The last five are kept.</p>
      ) : (
        <ul className="grid gap-2">
          {versions.map((version) => (
            <li
              key={version.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 rounded-panel border border-line bg-surface p-3.5 tablet:px-5"
            >
              <div className="grid gap-0.5">
                <strong className="truncate font-semibold" title={version.fileName ?? undefined}>
                  {version.fileName ?? `Until ${endOf(version, versions)}`}
                </strong>
                <span className="text-sm text-muted tabular-nums">
                  {audioFacts(version)}
                  {version.fileName && ` · until ${endOf(version, versions)}`}
                </span>
              </div>
              <span className="flex items-center gap-1">
                <Button
                  tone="ghost"
                  size="small"
                  aria-label={`Listen to ${nameOf(version, versions)}`}
                  onClick={() => onCompare(version)}
                >
                  <AudioLines aria-hidden="true" />
                  Listen
                </Button>
                {onDelete && (
                  <IconButton
                    label={`Delete ${nameOf(version, versions)}`}
                    onClick={() => onDelete(version)}
                  >
                    <Trash2 />
                  </IconButton>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** With the time where another one ended on that day. */
function endOf({ replacedAt }: TrackVersion, versions: readonly TrackVersion[]): string {
  const day = formatDate(replacedAt)
  const ofDay = versions.filter((version) => formatDate(version.replacedAt) === day)
  return ofDay.length > 1 ? formatDateTime(replacedAt) : day
}

export const nameOf = (version: TrackVersion, versions: readonly TrackVersion[]) =>
  version.fileName ?? `the version until ${endOf(version, versions)}`
