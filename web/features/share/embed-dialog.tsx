import { useRef, useState } from 'react'
import {
  type EmbedTheme,
  embedCode,
  embedHeights,
  embedPath,
  embedWidths,
} from '#contract/embed.ts'
import { brandName } from '#web/lib/brand.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import type { SharedItem, SharedKind } from './share-link.ts'
import { parseStart } from './start-time.ts'

type EmbedDialogProps = {
  kind: SharedKind
  item: Pick<SharedItem, 'id' | 'slug' | 'title'>
  onClose: () => void
}

const themes = { auto: 'Auto', light: 'Light', dark: 'Dark' } satisfies Record<EmbedTheme, string>
const { min, max } = embedWidths

/** The player for other sites: a preview, its size and theme, and the code to copy. */
export function EmbedDialog({ kind, item, onClose }: EmbedDialogProps) {
  const toasts = useToasts()
  const [theme, setTheme] = useState<EmbedTheme>('auto')
  const [isFullWidth, setFullWidth] = useState(true)
  const [typed, setTyped] = useState('600')
  const [typedStart, setTypedStart] = useState('')
  const code = useRef<HTMLTextAreaElement>(null)
  const start = typedStart === '' ? 0 : parseStart(typedStart, null)
  const path = embedPath(kind, item.slug || item.id, { theme, start })
  const height = embedHeights[kind]
  const pixels = Math.round(Number(typed))
  const isWidthValid = isFullWidth || (pixels >= min && pixels <= max)
  const width = isFullWidth || !isWidthValid ? '100%' : pixels
  const title = `${item.title} on ${brandName()}`
  const html = embedCode({ url: location.origin + path, title, width, height })

  async function copy() {
    try {
      await navigator.clipboard.writeText(html)
      toasts.show({ title: 'Embed code copied!', tone: 'success' })
    } catch {
      code.current?.select()
      toasts.show({ title: 'Copy this code', text: 'It is selected: copy it with the keyboard.' })
    }
  }

  return (
    <Dialog wide title="Embed" text={`Show “${item.title}” on another site.`} onClose={onClose}>
      <iframe
        key={theme}
        src={path}
        title={`Preview of ${item.title}`}
        width={width}
        height={height}
        // Keys that are pressed in a frame stay in it.
        onLoad={({ currentTarget }) =>
          currentTarget.contentDocument?.addEventListener('keydown', ({ key }) => {
            if (key === 'Escape') onClose()
          })
        }
        className="relative block max-w-full shrink-0 rounded-control"
      />
      <div className="relative grid gap-x-6 gap-y-4 tablet:grid-cols-2">
        <SegmentedControl label="Theme" options={themes} value={theme} onChange={setTheme} />
        <Switch label="Full width" checked={isFullWidth} onChange={setFullWidth} />
        {!isFullWidth && (
          <TextField
            label="Width"
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            hint={`From ${min} to ${max} px`}
            error={isWidthValid ? undefined : `Please enter a width from ${min} to ${max} px`}
          />
        )}
        {kind === 'track' && (
          <TextField
            optional
            label="Start at"
            placeholder="0:00"
            inputMode="numeric"
            value={typedStart}
            onChange={({ target }) => setTypedStart(target.value)}
            error={start === undefined ? 'Please enter a time such as 1:02' : undefined}
          />
        )}
      </div>
      <TextAreaField
        ref={code}
        label="Code"
        readOnly
        rows={6}
        spellCheck={false}
        value={html}
        onFocus={(event) => event.target.select()}
      />
      <DialogFooter>
        <Button
          tone="primary"
          disabled={!isWidthValid || start === undefined}
          onClick={() => void copy()}
        >
          Copy code
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
