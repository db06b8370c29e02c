import { formatDuration } from '#web/lib/format.ts'

export type AudioFacts = {
  contentType: string
  duration: number | null
  loudness: number | null
  bitrate: number | null
}

const names: Record<string, string> = {
  'audio/mpeg': 'MP3',
  'audio/wav': 'WAV',
  'audio/flac': 'FLAC',
  'audio/mp4': 'M4A',
  'audio/aac': 'AAC',
  'audio/ogg': 'OGG',
}

/** 'FLAC · 3:45 · −14.2 LUFS' */
export function audioFacts({ contentType, duration, loudness }: AudioFacts): string {
  const facts = [
    names[contentType.split(';')[0] ?? ''],
    duration !== null && formatDuration(duration),
    loudness !== null && `${loudness.toFixed(1).replace('-', '−')} LUFS`,
  ]
  return facts.filter(Boolean).join(' · ')
}
