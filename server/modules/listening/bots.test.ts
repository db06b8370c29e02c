import { expect, test } from 'vitest'
import { isBot, isPrefetch, isSelfDeclaredBot } from './bots.ts'

test.each([
  'AntennaPod/3.4.0',
  'AppleCoreMedia/1.0.0.20G75 (iPhone; U; CPU OS 16_6 like Mac OS X; en_us)',
  'Podcasts/1630.1 CFNetwork/1410.0.3 Darwin/22.6.0',
  'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)',
  'Pocket Casts',
  'Castro 2020.14/1287',
  'Downcast/2.9.57 (iPad; iOS 14.2; Scale/2.00)',
  'gPodder/3.11.4 (http://gpodder.org/) Linux',
  'Podimo/1.11.3 build 121/iOS 13.3',
  'audiobookshelf (+https://audiobookshelf.org)',
  'Spotify/8.8.12 Android/31 (Pixel 6)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
  'Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36',
])('bots: %s is an app that somebody listens with', (userAgent) => {
  expect([isBot(userAgent), isSelfDeclaredBot(userAgent)]).toEqual([false, false])
})

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Overcast/1.0 Podcast Sync (1 subscribers; feed-id=1234567; +http://overcast.fm/)',
  'FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'podcast-archiver/v1.7.1 (https://github.com/janw/podcast-archiver)',
  'Baiduspider+(+http://www.baidu.com/search/spider.htm)',
])('bots: %s is one', (userAgent) => {
  expect(isBot(userAgent)).toBe(true)
})

test('bots: what a browser loads before somebody opens it is no play', () => {
  expect(isPrefetch({ 'sec-purpose': 'prefetch;prerender' })).toBe(true)
  expect(isPrefetch({ purpose: 'preview' })).toBe(true)
  expect(isPrefetch({ 'user-agent': 'prefetch' })).toBe(false)
})
