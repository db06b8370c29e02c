import { expect, test, vi } from 'vitest'
import { shareItem } from './share-link.ts'

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

const url = `https://music.example.org/track/${'long-'.repeat(20)}`
const shared = { title: 'Ferry to Nowhere', url }
const item = { ...shared, privacy: 'public' } as const
const failing = (name: string) => vi.fn().mockRejectedValue(new DOMException('no', name))
const succeeding = () => vi.fn().mockResolvedValue(undefined)

/** A phone has a share sheet; so has a Mac, where it is not used. */
function stubBrowser(
  userAgent: string,
  { share = succeeding(), writeText = succeeding(), maxTouchPoints = 0 } = {},
) {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints, share, clipboard: { writeText } })
  return { share, writeText }
}

test('share: on a desktop the whole link is copied, and the toast shows 50 characters', async () => {
  const { writeText, share } = stubBrowser(agents.mac)
  const toast = { title: 'Link copied!', text: url.slice(0, 50), tone: 'success' }
  expect(await shareItem('track', item)).toEqual(toast)
  expect(writeText).toHaveBeenCalledWith(url)
  expect(share).not.toHaveBeenCalled()
})

test('share: a link that cannot be copied is shown whole for ten seconds', async () => {
  const toast = { title: 'Copy this link', text: url, duration: 10_000 }
  stubBrowser(agents.mac, { writeText: failing('AbortError') })
  expect(await shareItem('track', item)).toEqual(toast)
  vi.stubGlobal('navigator', { userAgent: agents.android, maxTouchPoints: 5 })
  expect(await shareItem('track', item)).toEqual(toast)
})
test('share: the share sheet opens without a toast', async () => {
  const { share, writeText } = stubBrowser(agents.android)
  expect(await shareItem('track', item)).toBeNull()
  expect(share).toHaveBeenCalledWith(shared)
  expect(writeText).not.toHaveBeenCalled()
})

test('share: closing the share sheet shows no toast', async () => {
  stubBrowser(agents.iPhone, { share: failing('AbortError') })
  expect(await shareItem('track', item)).toBeNull()
})

test('share: a failing share sheet shows the link', async () => {
  stubBrowser(agents.iPhone, { share: failing('NotAllowedError') })
  const toast = { title: 'Copy this link', text: url, duration: 10_000 }
  expect(await shareItem('track', item)).toEqual(toast)
})

test('share: of what is scheduled the toast says when others can open the link', async () => {
  stubBrowser(agents.android)
  const publishAt = '2031-11-25T12:00:00.000Z'
  expect(await shareItem('track', { ...item, privacy: 'private', publishAt })).toEqual({
    title: 'This track is scheduled',
    text: expect.stringMatching(
      /until the track goes public on 2[456] November 2031, \d\d:\d\d\.$/,
    ),
  })
})

test('share: copying the link does not open the share sheet', async () => {
  const { share } = stubBrowser(agents.android)
  const toast = await shareItem('playlist', item, { copyOnly: true })
  expect(toast?.title).toBe('Link copied!')
  expect(share).not.toHaveBeenCalled()
})

test.each([
  ['an iPhone uses it', agents.iPhone, 5, true],
  ['an Android phone uses it', agents.android, 5, true],
  ['Firefox on Android uses it', agents.firefoxOnAndroid, 5, true],
  ['an iPad, which identifies as a Mac, uses it', agents.mac, 5, true],
  ['a Mac does not use it', agents.mac, 0, false],
  ['a Windows laptop with a touch screen does not use it', agents.windows, 10, false],
])('share sheet: %s', async (_name, userAgent, maxTouchPoints, isUsed) => {
  const { share } = stubBrowser(userAgent, { maxTouchPoints })
  await shareItem('track', item)
  expect(share).toHaveBeenCalledTimes(isUsed ? 1 : 0)
})

test.each(['track', 'playlist'] as const)(
  'share: the toast of a private %s adds that only its owner can open the link',
  async (kind) => {
    const note = `Only you can open this link while the ${kind} is private.`
    stubBrowser(agents.mac)
    const toast = await shareItem(kind, { ...shared, privacy: 'private' })
    expect(toast?.text).toBe(`${url.slice(0, 50)}\n${note}`)
    const unlisted = await shareItem(kind, { ...shared, privacy: 'unlisted' })
    expect(unlisted?.text).toBe(url.slice(0, 50))
    stubBrowser(agents.android)
    expect((await shareItem(kind, { ...shared, privacy: 'private' }))?.text).toBe(note)
  },
)
