import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { useLayoutEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'

type DialogProps = {
  title: string
  /** Shown below the title. */
  text?: string
  /** For contents that need the width. */
  wide?: boolean
  onClose: () => void
  children: ReactNode
}

/** Open while mounted: centered, on phones a bottom sheet. */
export function Dialog({ title, text, wide = false, onClose, children }: DialogProps) {
  const returnFocus = useFocusReturn()
  return (
    <RadixDialog.Root open onOpenChange={(open) => open || onClose()}>
      <RadixDialog.Portal>
        <Scrim>
          <RadixDialog.Content
            className={wide ? wideDialogClass : dialogClass}
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
                  <RadixDialog.Description className="col-span-full text-muted wrap-anywhere">
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

/** Focuses the first field, or the dialog itself, so that its title is read out. */
function focusFirstField(event: Event) {
  const dialog = event.currentTarget
  if (!(dialog instanceof HTMLElement)) return
  event.preventDefault()
  const field = dialog.querySelector<HTMLElement>('input, textarea, select')
  ;(field ?? dialog).focus()
}

/** While a toast is open above a dialog, Radix gives Escape to the toast only. */
export function onEscape(close: () => void) {
  return ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close()
  }
}

const frameClass =
  'bordered flex max-h-full max-tablet:[@media(height>=40rem)]:max-h-[calc(100%-6rem)] w-full animate-[rise_var(--duration-base)_var(--ease-out)] flex-col overflow-hidden bg-overlay shadow-(--shadow-float) outline-none [--bordered-radius:24px]'
export const dialogClass = `${frameClass} max-w-120`
const wideDialogClass = `${frameClass} max-w-180`
export const dialogTitleClass = 'font-display text-2xl leading-heading font-bold'

/** Scrolls only on screens too low for title, field and buttons. */
export function DialogBody({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-col gap-5.5 overflow-y-auto px-5.5 pt-6 pb-5.5 tablet:px-7.5 tablet:pt-7.5 tablet:pb-7">
      {children}
    </div>
  )
}

/**
 * The backdrop. Replaces Radix's overlay, which locks scrolling with an inline style sheet that
 * the Content Security Policy forbids.
 */
export function Scrim({ children }: { children: ReactNode }) {
  useScrollLock()
  return (
    <div className="fixed inset-0 z-(--z-dialog) grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] items-end justify-items-center bg-scrim p-3 tablet:items-center tablet:p-6">
      {children}
    </div>
  )
}

/** The buttons of a dialog, the primary one on the right. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="relative flex shrink-0 flex-wrap justify-end gap-3 [&>*]:flex-1 tablet:[&>*]:flex-none">
      {children}
    </footer>
  )
}

/**
 * Returns a handler that restores the focus when an overlay closes: to the element that had it, or
 * if that is gone, to the focusable container around it that is still there.
 */
export function useFocusReturn(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  const [containers] = useState(() =>
    [...document.querySelectorAll('[tabindex="-1"]')].filter((one) => one.contains(opener)),
  )
  return (event) => {
    event.preventDefault()
    const next = [...containers, opener].findLast((one) => one?.isConnected)
    // What replaces the opener may have taken the focus.
    const isTaken = next !== opener && document.activeElement !== document.body
    if (next instanceof HTMLElement && !isTaken) next.focus()
  }
}

let openOverlays = 0

/** Locks page scrolling while any overlay is open, in whatever order they close, without a layout shift by the scroll bar. */
export function useScrollLock(): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    openOverlays += 1
    if (window.innerWidth > root.clientWidth) root.style.scrollbarGutter = 'stable'
    root.style.overflow = 'hidden'
    return () => {
      openOverlays -= 1
      if (openOverlays > 0) return
      root.style.overflow = ''
      root.style.scrollbarGutter = ''
    }
  }, [])
}
