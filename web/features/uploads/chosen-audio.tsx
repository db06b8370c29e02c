import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDuration } from '#web/lib/format.ts'
import { useObjectUrl } from '#web/lib/use-object-url.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Plays the chosen file from this device. */
export function ChosenAudio({ file }: { file: File }) {
  const url = useObjectUrl(file)
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [{ position, duration }, setTime] = useState({ position: 0, duration: 0 })
  useEffect(() => {
    const element = audio.current
    return () => element?.pause()
  }, [])
  if (!url) return null
  const readTime = ({ currentTarget }: { currentTarget: HTMLAudioElement }) =>
    setTime({ position: currentTarget.currentTime, duration: currentTarget.duration || 0 })
  const toggle = () => (isPlaying ? audio.current?.pause() : void audio.current?.play())
  return (
    <div className="flex items-center gap-3 rounded-panel border border-line bg-surface px-3.5 py-2 tablet:px-5">
      {/* biome-ignore lint/a11y/useMediaCaption: it is the user's own music */}
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={readTime}
        onDurationChange={readTime}
      />
      <IconButton
        label={`${isPlaying ? 'Pause' : 'Play'} ${file.name}`}
        tone="primary"
        onClick={toggle}
      >
        {isPlaying ? <Pause /> : <Play />}
      </IconButton>
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={`${formatDuration(position)} of ${formatDuration(duration)}`}
        min={0}
        max={duration || 1}
        step="any"
        value={position}
        onChange={({ target }) => {
          if (audio.current) audio.current.currentTime = Number(target.value)
        }}
        className="h-6 min-w-0 flex-1 accent-primary light:accent-primary-lo"
      />
      <span className="text-sm text-muted tabular-nums">
        {formatDuration(position)} / {formatDuration(duration)}
      </span>
    </div>
  )
}
