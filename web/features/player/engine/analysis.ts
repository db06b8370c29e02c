import { barsFromLevels } from '#brand/waveform.ts'
import type { Track, TrackDetail } from '#contract/tracks.ts'
import type { Player } from '../store.ts'
import { getWaveformBars } from './waveform-bars.ts'

export type Analysis = Pick<Track, 'processing' | 'loudness' | 'formats'> &
  Partial<Pick<TrackDetail, 'waveform'>>

/** Milliseconds after which the analysis of a pending track is requested again; the last one repeats. */
const retryAfter = [3_000, 10_000, 30_000, 60_000]

type AnalysisDeps = {
  player: Pick<Player, 'state' | 'update' | 'subscribe' | 'replaceTrack'>
  /** Null for a track that is gone. `refetch` bypasses the cache. */
  loadAnalysis: (track: Track, options: { refetch: boolean }) => Promise<Analysis | null>
}

/**
 * Replaces the bars derived from the current track's id by the analyzed ones. Starts once the track
 * plays, or is paused: before that, only audio uses the network.
 */
export function connectAnalysis({ player, loadAnalysis }: AnalysisDeps) {
  let trackId: string | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  const isCurrent = (track: Track) => player.state().currentTrack?.id === track.id

  async function load(track: Track, attempt = 0): Promise<void> {
    const analysis = await loadAnalysis(track, { refetch: attempt > 0 }).catch(console.warn)
    if (!isCurrent(track)) return
    if (analysis?.processing === 'pending') {
      const delay = retryAfter[Math.min(attempt, retryAfter.length - 1)]
      retry = setTimeout(() => void load(track, attempt + 1), delay)
      return
    }
    if (analysis) {
      const { processing, loudness, formats } = analysis
      // A queue may be older than the analysis.
      if (track.loudness !== loudness || track.formats.length !== formats.length)
        player.replaceTrack({ ...track, processing, loudness, formats })
    }
    const levels = analysis?.waveform
    player.update({
      isAnalyzing: false,
      waveformBars: levels ? barsFromLevels(levels) : getWaveformBars(track.id),
    })
  }

  function update() {
    const { currentTrack, isAnalyzing, loading } = player.state()
    if (!isAnalyzing || !currentTrack) {
      trackId = undefined
      return clearTimeout(retry)
    }
    if (loading || trackId === currentTrack.id) return
    trackId = currentTrack.id
    clearTimeout(retry)
    player.update({ waveformBars: getWaveformBars(trackId) })
    void load(currentTrack)
  }
  player.subscribe(update)
  update()
}
