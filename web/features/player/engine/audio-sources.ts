import type { StreamFormat, Track } from '#contract/tracks.ts'
import { audioUrl } from '#web/lib/api-urls.ts'
import type { Quality, SoundSettingsStore } from './sound-settings.ts'

/** Which format of a track is played. */

export type TrackFormat = Track['formats'][number]
type PlayableTrack = Pick<Track, 'id' | 'audioUrl'> & { formats: readonly TrackFormat[] }

type Browser = {
  canPlay: (contentType: string) => boolean
  /** Whether tracks in AAC can follow each other without a gap. */
  hasGaplessAac: boolean
}

export const aacType = 'audio/mp4; codecs="mp4a.40.2"'

/** WebKit does not play renditions through a MediaSource. */
export const hasGaplessAac = (): boolean =>
  'MediaSource' in globalThis &&
  MediaSource.isTypeSupported(aacType) &&
  !navigator.vendor.startsWith('Apple')

const codecs = { aac: aacType, opus: 'audio/mp4; codecs="opus"' }
/** Bits per second up to which a lossy original is good to stream. */
const maxOriginalBitrate = 192_000
const isLossless = ({ contentType }: TrackFormat) => /wav|flac|aiff/.test(contentType)

/** The formats in the order in which they are tried. The original is always one of them. */
export function rankFormats(
  formats: readonly TrackFormat[],
  quality: Quality,
  { canPlay, hasGaplessAac }: Browser,
): StreamFormat[] {
  const playable = formats.filter(({ format, contentType }) =>
    canPlay(format === 'original' ? contentType : codecs[format]),
  )
  const rank = (format: TrackFormat) => {
    if (quality === 'data-saver') return format.bitrate ?? Number.POSITIVE_INFINITY
    if (format.format === 'original') return quality === 'original' || isStreamable(format) ? 0 : 3
    return (format.format === 'aac') === hasGaplessAac ? 1 : 2
  }
  const ranked = playable.sort((a, b) => rank(a) - rank(b)).map(({ format }) => format)
  return ranked.includes('original') ? ranked : [...ranked, 'original']
}

function isStreamable(original: TrackFormat): boolean {
  return !isLossless(original) && (original.bitrate ?? 0) <= maxOriginalBitrate
}

export type AudioSources = ReturnType<typeof createAudioSources>

export function createAudioSources(settings: SoundSettingsStore, browser: Browser) {
  const failed = new Set<string>()
  const candidates = (track: PlayableTrack) =>
    rankFormats(track.formats, settings.get().quality, browser)
      .map((format) => audioUrl(track, format))
      .filter((url) => !failed.has(url))
  return {
    hasGaplessAac: browser.hasGaplessAac,
    url: (track: PlayableTrack): string => candidates(track)[0] ?? audioUrl(track),
    /** The format that is played has failed: from now on `url` returns the next one. False without one. */
    fallBack(track: PlayableTrack): boolean {
      const [current, next] = candidates(track)
      if (!current || !next) return false
      failed.add(current)
      return true
    },
    hasFallback: (track: PlayableTrack): boolean => candidates(track).length > 1,
  }
}
