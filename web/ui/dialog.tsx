import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { useLayoutEffect, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { IconButton } from './icon-button.tsx'

type DialogProps = {
  title: string
  /** A line under the title. */
  text?: string
  onClose: () => void
  children: ReactNode
}

/** Is open for as long as it is drawn: in the middle of the screen, on a phone at its foot. */
export function Dialog({ title, text, onClose, children }: DialogProps) {
  const returnFocus = useFocusReturn()
  return (
    <RadixDialog.Root open onOpenChange={(open) => open || onClose()}>
      <RadixDialog.Portal>
        <Scrim>
          <RadixDialog.Content
            className={dialogClass}
            aria-modal="true"
            onOpenAutoFocus={focusFirstField}
            onCloseAutoFocus={returnFocus}
            onKeyDown={onEscape(onClose)}
            {...(!text && { 'aria-describedby': undefined })}
          >
            <DialogBody>
              <header className="relative grid shrink-0 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5">
                <RadixDialog.Title className={dialogTitleClass}>{title}</RadixDialog.Title>
                <RadixDialog.Close asChild>
                  <IconButton label="Close" className="-mt-1.5 -mr-2">
                    <X />
                  </IconButton>
                </RadixDialog.Close>
                {text && (
                  <RadixDialog.Description
                    className="col-span-full truncate text-muted"
                    title={text}
                  >
                    {text}
                  </RadixDialog.Description>
                )}
              </header>
              {children}
            </DialogBody>
          </RadixDialog.Content>
        </Scrim>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/** Where there is nothing to fill in, the dialog itself: its title is read out first. */
function focusFirstField(event: Event) {
  const dialog = event.currentTarget
  if (!(dialog instanceof HTMLElement)) return
  event.preventDefault()
  const field = dialog.querySelector<HTMLElement>('input, textarea, select')
  ;(field ?? dialog).focus()
}

/** Where a toast stands over a dialog, Radix gives it the key, wherever the focus is. */
export function onEscape(close: () => void) {
  return ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close()
  }
}

export const dialogClass =
  'bordered flex max-h-full w-full max-w-120 animate-[rise_var(--duration-base)_var(--ease-out)] flex-col overflow-hidden bg-overlay shadow-(--shadow-float) outline-none [--bordered-radius:24px]'
export const dialogTitleClass = 'font-display text-2xl leading-[1.1] font-bold'

/** All that is in the frame. Only on a screen too low for title, field and buttons does it scroll. */
export function DialogBody({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-col gap-5.5 overflow-y-auto px-5.5 pt-6 pb-5.5 tablet:px-7.5 tablet:pt-7.5 tablet:pb-7">
      {children}
    </div>
  )
}

/**
 * What dims the page. Ours instead of Radix's, which locks scrolling with a style sheet of its own:
 * the page's security policy allows none.
 */
export function Scrim({ children }: { children: ReactNode }) {
  useScrollLock()
  return (
    <div className="fixed inset-0 z-(--z-dialog) grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] items-end justify-items-center bg-scrim p-3 tablet:items-center tablet:p-6">
      {children}
    </div>
  )
}

/** The buttons at the end, the one that goes on at the right. */
export function DialogFooter({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <footer
      className={classNames(
        'relative flex shrink-0 flex-wrap justify-end gap-3 [&>*]:flex-1 tablet:[&>*]:flex-none',
        className,
      )}
    >
      {children}
    </footer>
  )
}

/**
 * For what opens over the page: gives the focus back when it closes. Where the thing that had it is
 * gone, the part of the page that it was in gets it.
 */
export function useFocusReturn(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  const [surroundings] = useState(() => opener?.closest<HTMLElement>('[tabindex="-1"]'))
  return (event) => {
    event.preventDefault()
    const next = opener?.isConnected ? opener : surroundings
    if (next instanceof HTMLElement) next.focus()
  }
}

/** Keeps the page where it is while something lies over it. Its scroll bar leaves its room behind. */
export function useScrollLock(): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    const { overflow, scrollbarGutter } = root.style
    if (window.innerWidth > root.clientWidth) root.style.scrollbarGutter = 'stable'
    root.style.overflow = 'hidden'
    return () => {
      root.style.overflow = overflow
      root.style.scrollbarGutter = scrollbarGutter
    }
  }, [])
}
