import { beforeEach, expect, test, vi } from 'vitest'
import { createToastStore } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

test('toasts: the newest one replaces the current one', () => {
  const toasts = createToastStore()
  toasts.show({ title: 'Added to playlist' })
  toasts.show({ title: 'Link copied!' })
  expect(toasts.get()).toMatchObject({ title: 'Link copied!', open: true })
})

test('toasts: a dismissed toast stays closed in the store for 1,000,000 ms', () => {
  const toasts = createToastStore()
  toasts.show({ title: 'Cover updated' })
  toasts.dismiss(toasts.get()?.id ?? 0)
  vi.advanceTimersByTime(999_999)
  expect(toasts.get()).toMatchObject({ title: 'Cover updated', open: false })
  vi.advanceTimersByTime(1)
  expect(toasts.get()).toBeNull()
})

test('toasts: the removal timer of a dismissed toast does not remove the next one', () => {
  const toasts = createToastStore()
  toasts.show({ title: 'First' })
  toasts.dismiss(toasts.get()?.id ?? 0)
  toasts.show({ title: 'Second' })
  vi.advanceTimersByTime(1_000_000)
  expect(toasts.get()).toMatchObject({ title: 'Second', open: true })
})

test('toasts: dismissing a toast that was replaced has no effect', () => {
  const toasts = createToastStore()
  toasts.show({ title: 'First' })
  const first = toasts.get()?.id ?? 0
  toasts.show({ title: 'Second' })
  toasts.dismiss(first)
  expect(toasts.get()?.open).toBe(true)
})

test('toasts: subscribers are notified until they unsubscribe', () => {
  const toasts = createToastStore()
  const seen = vi.fn()
  const stop = toasts.subscribe(seen)
  toasts.show({ title: 'Tracks reordered' })
  stop()
  toasts.show({ title: 'Track removed' })
  expect(seen).toHaveBeenCalledTimes(1)
})
