import { describe, expect, it, vi } from 'vitest'
import { shareLink } from './share-link.ts'

const shared = {
  title: 'Ferry to Nowhere',
  url: 'https://music.example.org/track/ferry-to-nowhere',
}
const failing = (name: string) => vi.fn().mockRejectedValue(new DOMException('no', name))

describe('without a share sheet', () => {
  it('copies the link and says so', async () => {
    const copy = vi.fn().mockResolvedValue(undefined)
    expect(await shareLink(shared, { openSheet: null, copy })).toEqual({
      title: 'Link copied!',
      text: shared.url,
      tone: 'success',
    })
    expect(copy).toHaveBeenCalledWith(shared.url)
  })

  it('copies a long link whole, and shows 50 characters of it', async () => {
    const url = `https://music.example.org/track/${'long-'.repeat(20)}`
    const copy = vi.fn().mockResolvedValue(undefined)
    const news = await shareLink({ ...shared, url }, { openSheet: null, copy })
    expect(news?.text).toBe(url.slice(0, 50))
    expect(copy).toHaveBeenCalledWith(url)
  })

  it('shows the whole link for ten seconds when it cannot be copied', async () => {
    const url = `https://music.example.org/track/${'long-'.repeat(20)}`
    const news = await shareLink(
      { ...shared, url },
      { openSheet: null, copy: failing('AbortError') },
    )
    expect(news).toEqual({ title: 'Copy this link', text: url, duration: 10_000 })
  })
})

describe('with a share sheet', () => {
  const copy = vi.fn()

  it('opens the sheet, and has nothing to say', async () => {
    const openSheet = vi.fn().mockResolvedValue(undefined)
    expect(await shareLink(shared, { openSheet, copy })).toBeNull()
    expect(openSheet).toHaveBeenCalledWith(shared)
    expect(copy).not.toHaveBeenCalled()
  })

  it('is silent when the person closes it', async () => {
    expect(await shareLink(shared, { openSheet: failing('AbortError'), copy })).toBeNull()
  })

  it('shows the link when it fails', async () => {
    expect(await shareLink(shared, { openSheet: failing('NotAllowedError'), copy })).toEqual({
      title: 'Copy this link',
      text: shared.url,
      duration: 10_000,
    })
  })
})
