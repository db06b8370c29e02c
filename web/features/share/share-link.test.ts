import { describe, expect, test, vi } from 'vitest'
import { browserDevice, isMobile, shareItem, shareLink } from './share-link.ts'

const shared = {
  title: 'Ferry to Nowhere',
  url: 'https://music.example.org/track/ferry-to-nowhere',
}
const failing = (name: string) => vi.fn().mockRejectedValue(new DOMException('no', name))

test('share: without a share sheet the link is copied and a toast says so', async () => {
  const copy = vi.fn().mockResolvedValue(undefined)
  expect(await shareLink(shared, { openSheet: null, copy })).toEqual({
    title: 'Link copied!',
    text: shared.url,
    tone: 'success',
  })
  expect(copy).toHaveBeenCalledWith(shared.url)
})

test('share: a long link is copied whole, and the toast shows 50 characters', async () => {
  const url = `https://music.example.org/track/${'long-'.repeat(20)}`
  const copy = vi.fn().mockResolvedValue(undefined)
  const toast = await shareLink({ ...shared, url }, { openSheet: null, copy })
  expect(toast?.text).toBe(url.slice(0, 50))
  expect(copy).toHaveBeenCalledWith(url)
})

test('share: a link that cannot be copied is shown whole for ten seconds', async () => {
  const url = `https://music.example.org/track/${'long-'.repeat(20)}`
  const toast = await shareLink(
    { ...shared, url },
    { openSheet: null, copy: failing('AbortError') },
  )
  expect(toast).toEqual({ title: 'Copy this link', text: url, duration: 10_000 })
})

const copy = vi.fn()

test('share: the share sheet opens without a toast', async () => {
  const openSheet = vi.fn().mockResolvedValue(undefined)
  expect(await shareLink(shared, { openSheet, copy })).toBeNull()
  expect(openSheet).toHaveBeenCalledWith(shared)
  expect(copy).not.toHaveBeenCalled()
})

test('share: closing the share sheet shows no toast', async () => {
  expect(await shareLink(shared, { openSheet: failing('AbortError'), copy })).toBeNull()
})

test('share: a failing share sheet shows the link', async () => {
  expect(await shareLink(shared, { openSheet: failing('NotAllowedError'), copy })).toEqual({
    title: 'Copy this link',
    text: shared.url,
    duration: 10_000,
  })
})

describe('sharing what is private', () => {
  const copy = vi.fn().mockResolvedValue(undefined)
  const item = (privacy: 'public' | 'unlisted' | 'private') => ({ ...shared, privacy })

  test.each(['track', 'playlist'] as const)(
    'share: the toast of a private %s adds that only its owner can open the link',
    async (kind) => {
      const note = `Only you can open this link while the ${kind} is private.`
      const device = { openSheet: null, copy }
      expect((await shareItem(kind, item('private'), { device }))?.text).toBe(
        `${shared.url}\n${note}`,
      )
      const openSheet = vi.fn().mockResolvedValue(undefined)
      expect((await shareItem(kind, item('private'), { device: { openSheet, copy } }))?.text).toBe(
        note,
      )
      expect(openSheet).toHaveBeenCalledWith(shared)
      for (const privacy of ['public', 'unlisted'] as const)
        expect((await shareItem(kind, item(privacy), { device }))?.text).toBe(shared.url)
    },
  )

  test('share: copying the link does not open the share sheet', async () => {
    const openSheet = vi.fn()
    const device = { openSheet, copy }
    const toast = await shareItem('playlist', item('public'), { copyOnly: true, device })
    expect(toast?.title).toBe('Link copied!')
    expect(openSheet).not.toHaveBeenCalled()
  })
})

const agents = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  firefoxOnAndroid: 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
}

test.each([
  ['an iPhone is mobile', agents.iPhone, 5, true],
  ['an Android phone is mobile', agents.android, 5, true],
  ['Firefox on Android is mobile', agents.firefoxOnAndroid, 5, true],
  ['an iPad, which identifies as a Mac, is mobile', agents.mac, 5, true],
  ['a Mac is not mobile', agents.mac, 0, false],
  ['a Windows laptop with a touch screen is not mobile', agents.windows, 10, false],
])('share: %s', (_name, userAgent, maxTouchPoints, mobile) => {
  expect(isMobile({ userAgent, maxTouchPoints })).toBe(mobile)
})

const share = vi.fn()
const phone = { userAgent: agents.android, maxTouchPoints: 5 }

test('share: the share sheet is used only on mobile browsers that have one', () => {
  expect(browserDevice({ ...phone, share }).openSheet).not.toBeNull()
  expect(browserDevice(phone).openSheet).toBeNull()
  const desktop = { userAgent: agents.windows, maxTouchPoints: 0, share }
  expect(browserDevice(desktop).openSheet).toBeNull()
})

test('share: copying rejects where there is no clipboard', async () => {
  await expect(browserDevice(phone).copy('https://x.example')).rejects.toThrow()
})
