import { useState } from 'react'
import { setShortcutsEnabled, shortcutsEnabled } from '#web/features/player/controls/shortcuts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'

const keys: { keys: string[]; does: string }[] = [
  { keys: ['Space'], does: 'Play or pause' },
  { keys: ['←', '→'], does: 'Back or forward 5 seconds' },
  { keys: ['J', 'L'], does: 'Back or forward 15 seconds in long tracks' },
  { keys: ['P', 'N'], does: 'Previous or next track' },
  { keys: ['S'], does: 'Shuffle' },
  { keys: ['R'], does: 'Repeat: off, all, one' },
  { keys: ['Q'], does: 'Show the queue' },
  { keys: ['Space', '↑', '↓'], does: 'Reorder, at the handle of a track' },
  { keys: ['A'], does: 'Autoplay: similar tracks follow' },
  { keys: ['<', '>'], does: 'Slower or faster' },
  { keys: ['T'], does: 'Sleep timer' },
  { keys: ['M'], does: 'Mute or unmute' },
  { keys: ['Shift', '↑', '↓'], does: 'Louder or quieter' },
  { keys: ['F'], does: 'Like' },
  { keys: ['/'], does: 'Search' },
  { keys: ['?'], does: 'Show this list' },
]

/** All keyboard shortcuts, and a switch that disables them. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="relative grid">
        {keys.map(({ keys: names, does }) => (
          <div
            key={does}
            className="flex min-h-11 items-center justify-between gap-4 border-line not-first:border-t"
          >
            <dt>{does}</dt>
            <dd className="flex gap-1.5">
              {names.map((name) => (
                <kbd
                  key={name}
                  className="grid h-8 min-w-8 place-items-center rounded-art border border-line-strong bg-raised px-2.5 font-sans text-sm leading-none font-semibold"
                >
                  {keyLabels[name] && <span className="sr-only">{keyLabels[name]}</span>}
                  <span aria-hidden={name in keyLabels}>{name}</span>
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <EnabledSwitch />
    </Dialog>
  )
}

const keyLabels: Record<string, string> = {
  '←': 'Left arrow',
  '→': 'Right arrow',
  '↑': 'Up arrow',
  '↓': 'Down arrow',
}

function EnabledSwitch() {
  const [on, setOn] = useState(shortcutsEnabled)
  function change(enabled: boolean) {
    setShortcutsEnabled(enabled)
    setOn(enabled)
  }
  return (
    <div className="relative grid gap-1.5">
      <Switch label="Use keyboard shortcuts in this browser" checked={on} onChange={change} />
      <p className="text-sm text-muted">
        When they are off, you can still open this list from the expanded player.
      </p>
    </div>
  )
}
