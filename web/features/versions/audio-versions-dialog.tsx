import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Track } from '#contract/tracks.ts'
import type { TrackVersion } from '#contract/versions.ts'
import { onTrackUpdated } from '#web/api/cache-updates.ts'
import { serverMessage } from '#web/api/client.ts'
import { deleteVersion, replaceAudio, restoreVersion, versionsQuery } from '#web/api/versions.ts'
import { usePlayer } from '#web/features/player/use-player.ts'
import { audioUrl, versionAudioUrl } from '#web/lib/api-urls.ts'
import { formatPercent } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { DropArea } from '#web/ui/drop-area.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { audioTypes } from '../uploads/audio-files.ts'
import { CompareAudio, type ComparedAudio } from './compare-audio.tsx'
import { type NewUpload, useNewAudio } from './use-new-audio.ts'
import { nameOf, VersionList } from './version-list.tsx'

type AudioVersionsDialogProps = {
  track: Track
  /** Moderators hear all versions, and change none. */
  isOwner: boolean
  onClose: () => void
}

/** Compares the audio of a track with a new file or a former version, and replaces it. */
export function AudioVersionsDialog({ track, isOwner, ...props }: AudioVersionsDialogProps) {
  const { data: versions, isError } = useQuery(versionsQuery(track.id))
  const [version, setVersion] = useState<TrackVersion>()
  const [deleted, setDeleted] = useState<TrackVersion>()
  const newAudio = useNewAudio()
  const { replace, remove } = useVersionMutations({ track, ...props })
  const { upload, url, analysis } = newAudio
  const compared: ComparedAudio | undefined = version
    ? { ...version, label: 'Former', url: versionAudioUrl(track.id, version.id) }
    : upload && url
      ? { ...unknown, ...analysis, label: 'New', url, isPending: isPending(analysis) }
      : undefined
  const back = () => (version ? setVersion(undefined) : newAudio.cancel())
  return (
    <Dialog
      wide
      title={isOwner ? 'Replace audio' : 'Audio versions'}
      text={track.title}
      onClose={props.onClose}
    >
      {isError && <p role="alert">The versions could not be loaded. Please try again.</p>}
      {versions && compared && (
        <>
          {upload && !version && <NewFile {...upload} state={analysis?.state} />}
          <CompareAudio
            trackId={track.id}
            a={{ ...versions.current, label: 'Current', url: audioUrl(track) }}
            b={compared}
          />
          <DialogFooter>
            <Button tone="outline" onClick={back}>
              {isOwner ? 'Cancel' : 'Back'}
            </Button>
            {isOwner && (
              <Button
                tone="primary"
                isPending={replace.isPending}
                disabled={!version && !upload?.audioUrl}
                onClick={() => replace.mutate({ version, audioUrl: upload?.audioUrl })}
              >
                {version ? 'Make current' : 'Replace'}
              </Button>
            )}
          </DialogFooter>
        </>
      )}
      {versions && !compared && (
        <>
          {isOwner && <ChooseFile error={newAudio.error} onFile={newAudio.select} />}
          <VersionList
            versions={versions.former}
            onCompare={setVersion}
            onDelete={isOwner ? setDeleted : undefined}
          />
        </>
      )}
      {deleted && (
        <ConfirmDialog
          title="Delete version"
          text={`Are you sure you want to delete ${nameOf(deleted, versions?.former ?? [])}? This action cannot be undone.`}
          confirm="Delete"
          pendingText="Deleting..."
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(deleted.id, { onSettled: () => setDeleted(undefined) })}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Dialog>
  )
}

/** Of a file that is not analyzed yet. */
const unknown = {
  ...{ contentType: '', duration: null, loudness: null, bitrate: null, waveform: null },
}
const isPending = (analysis: { state: string } | undefined) =>
  !analysis || analysis.state === 'pending'

function ChooseFile({
  error,
  onFile,
}: {
  error: string | undefined
  onFile: (file: File | undefined) => void
}) {
  return (
    <div className="grid gap-2.5">
      <label id="new-audio-label" htmlFor="new-audio" className="text-sm font-semibold">
        New audio
      </label>
      <DropArea
        id="new-audio"
        what="an audio file"
        hint="You hear and compare it before anything changes. Link, plays, likes and playlists stay."
        accept={audioTypes}
        error={error}
        onFiles={([file]) => onFile(file)}
      />
    </div>
  )
}

type NewFileProps = NewUpload & { state: string | undefined }

/** How far the new file has come; screen readers hear every quarter. */
function NewFile({ file, progress, detail, audioUrl, state }: NewFileProps) {
  const quarter = Math.floor(progress / 25) * 25
  const step = !audioUrl
    ? [`Uploading ${file.name}`, quarter > 0 && formatPercent(quarter / 100)]
        .filter(Boolean)
        .join(', ')
    : state === 'ready'
      ? `${file.name} is ready`
      : state === 'failed'
        ? `${file.name} could not be analyzed`
        : `Analyzing ${file.name}`
  return (
    <div className="grid gap-2">
      <p role="status" className="truncate text-sm text-muted">
        {step}
      </p>
      {!audioUrl && (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
          <ProgressBar label={`Uploading ${file.name}`} percent={progress} />
          {detail && <span className="shrink-0">{detail}</span>}
        </span>
      )}
    </div>
  )
}

type Chosen = { version: TrackVersion | undefined; audioUrl: string | undefined }

function useVersionMutations({
  track: { id },
  onClose,
}: Pick<AudioVersionsDialogProps, 'track' | 'onClose'>) {
  const player = usePlayer()
  const queryClient = useQueryClient()
  const replace = useMutation({
    mutationFn: ({ version, audioUrl }: Chosen) =>
      version ? restoreVersion(id, version.id) : replaceAudio(id, audioUrl ?? ''),
    meta: {
      done: { title: 'Audio replaced!' },
      onFailure: (error) => ({
        text: serverMessage(error) ?? 'Failed to replace the audio. Please try again.',
      }),
    },
    onSuccess: (updated) => {
      void onTrackUpdated(queryClient, updated)
      player.replaceTrack(updated)
      const { currentTrack, queue, isPlaying } = player.state()
      // Comparing has paused it: it goes on with the present file.
      if (currentTrack?.id === id && !isPlaying) player.load(queue, { paused: true })
      onClose()
    },
  })
  const remove = useMutation({
    mutationFn: (versionId: string) => deleteVersion(id, versionId),
    meta: { onFailure: { text: 'Failed to delete the version. Please try again.' } },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: versionsQuery(id).queryKey }),
  })
  return { replace, remove }
}
