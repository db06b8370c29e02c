import { Cast } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Track } from '#contract/tracks.ts'
import { classNames } from '#web/lib/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import type { RemotePlayback } from '../../engine/remote-playback.ts'
import { usePlayerState } from '../../use-player.ts'
import { activeClass } from '../control-button.tsx'

/** Speakers and screens that the browser offers; nothing if it offers none. */
export function PlayOnButton({ track }: { track: Track }) {
  const open = usePlayerState((state) => state.openRemote)
  const [remote, setRemote] = useState<RemotePlayback>()
  useEffect(() => {
    open?.().then(setRemote, console.warn)
  }, [open])
  return remote && <DeviceButton remote={remote} track={track} />
}

const labels = {
  disconnected: 'Play on…',
  connecting: 'Connecting…',
  connected: 'Connected: another device plays, with short gaps between tracks',
}

function DeviceButton({ remote, track }: { remote: RemotePlayback; track: Track }) {
  const { isOffered, connection } = useSyncExternalStore(remote.subscribe, remote.get)
  useEffect(() => remote.watch(), [remote])
  const isOn = connection !== 'disconnected'
  // A device fetches the file without being signed in.
  const isShown = isOn || (isOffered && track.privacy !== 'private')
  const label = labels[connection]
  return (
    <>
      <output className="sr-only">{isOn && label}</output>
      {isShown && (
        <Tooltip text={label}>
          <IconButton
            label={label}
            size="text"
            tone={isOn ? 'primary' : 'muted'}
            onClick={() => void remote.prompt()}
            className={classNames(
              'grid-flow-col gap-1.5 text-sm font-semibold',
              isOn && activeClass,
            )}
          >
            <Cast />
            {isOn && (connection === 'connected' ? 'Connected' : 'Connecting…')}
          </IconButton>
        </Tooltip>
      )}
    </>
  )
}
