import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createToastStore } from './toast-store.ts'

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('shows one at a time, the newest', () => {
    const toasts = createToastStore()
    toasts.show({ title: 'Added to playlist' })
    toasts.show({ title: 'Link copied!' })
    expect(toasts.get()).toMatchObject({ title: 'Link copied!', open: true })
  })

  it('keeps a dismissed toast, closed, for 1,000,000 ms', () => {
    const toasts = createToastStore()
    toasts.show({ title: 'Cover updated' })
    toasts.dismiss(toasts.get()?.id ?? 0)
    vi.advanceTimersByTime(999_999)
    expect(toasts.get()).toMatchObject({ title: 'Cover updated', open: false })
    vi.advanceTimersByTime(1)
    expect(toasts.get()).toBeNull()
  })

  it('does not remove a new toast when the time of the one before it is over', () => {
    const toasts = createToastStore()
    toasts.show({ title: 'First' })
    toasts.dismiss(toasts.get()?.id ?? 0)
    toasts.show({ title: 'Second' })
    vi.advanceTimersByTime(1_000_000)
    expect(toasts.get()).toMatchObject({ title: 'Second', open: true })
  })

  it('ignores the dismissal of a toast that is no longer there', () => {
    const toasts = createToastStore()
    toasts.show({ title: 'First' })
    const first = toasts.get()?.id ?? 0
    toasts.show({ title: 'Second' })
    toasts.dismiss(first)
    expect(toasts.get()?.open).toBe(true)
  })

  it('tells those who watch, until they stop', () => {
    const toasts = createToastStore()
    const seen = vi.fn()
    const stop = toasts.subscribe(seen)
    toasts.show({ title: 'Tracks reordered' })
    stop()
    toasts.show({ title: 'Track removed' })
    expect(seen).toHaveBeenCalledTimes(1)
  })
})
