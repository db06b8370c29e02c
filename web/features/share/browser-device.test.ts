import { describe, expect, it, vi } from 'vitest'
import { browserDevice, isMobile } from './browser-device.ts'

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

describe('isMobile', () => {
  it.each([
    ['an iPhone', agents.iPhone, 5, true],
    ['an Android phone', agents.android, 5, true],
    ['Firefox on Android', agents.firefoxOnAndroid, 5, true],
    ['an iPad, which says it is a Mac', agents.mac, 5, true],
    ['a Mac', agents.mac, 0, false],
    ['a Windows laptop with a touch screen', agents.windows, 10, false],
  ])('%s', (_name, userAgent, maxTouchPoints, mobile) => {
    expect(isMobile({ userAgent, maxTouchPoints })).toBe(mobile)
  })
})

describe('browserDevice', () => {
  const share = vi.fn()
  const phone = { userAgent: agents.android, maxTouchPoints: 5 }

  it('has a share sheet only on mobile browsers that can open one', () => {
    expect(browserDevice({ ...phone, share }).openSheet).not.toBeNull()
    expect(browserDevice(phone).openSheet).toBeNull()
    const desktop = { userAgent: agents.windows, maxTouchPoints: 0, share }
    expect(browserDevice(desktop).openSheet).toBeNull()
  })

  it('fails to copy, rather than throwing at once, where there is no clipboard', async () => {
    await expect(browserDevice(phone).copy('https://x.example')).rejects.toThrow()
  })
})
