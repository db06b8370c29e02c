import { expect, test } from 'vitest'
import { testTrack } from '../test-track.ts'
import { createAudioSources, rankFormats, type TrackFormat } from './audio-sources.ts'
import { createSoundSettings } from './sound-settings.ts'

const original = (contentType: string, bitrate: number): TrackFormat => ({
  format: 'original',
  contentType,
  bitrate,
  bytes: null,
})
const aac: TrackFormat = { format: 'aac', contentType: 'audio/mp4', bitrate: 128_000, bytes: 1 }
const opus: TrackFormat = { format: 'opus', contentType: 'audio/mp4', bitrate: 96_000, bytes: 1 }
const wav = original('audio/wav', 1_411_200)
const mp3 = original('audio/mpeg', 192_000)
const browser = { canPlay: () => true, hasGaplessAac: true }

test('audio quality: Auto plays the original only if it is lossy and at most 192 kbit/s', () => {
  expect(rankFormats([mp3, opus, aac], 'auto', browser)[0]).toBe('original')
  expect(rankFormats([{ ...mp3, bitrate: 320_000 }, opus, aac], 'auto', browser)[0]).toBe('aac')
  expect(rankFormats([wav, opus, aac], 'auto', browser)).toEqual(['aac', 'opus', 'original'])
  expect(rankFormats([{ ...wav, bitrate: 64_000 }, opus], 'auto', browser)[0]).toBe('opus')
  expect(rankFormats([wav], 'auto', browser)).toEqual(['original'])
})

test('audio quality: Auto prefers Opus where AAC has gaps, and AAC where Opus cannot be played', () => {
  const formats = [wav, opus, aac]
  expect(rankFormats(formats, 'auto', { ...browser, hasGaplessAac: false })[0]).toBe('opus')
  const canPlay = (contentType: string) => !contentType.includes('opus')
  expect(rankFormats(formats, 'auto', { canPlay, hasGaplessAac: false })).toEqual([
    'aac',
    'original',
  ])
})

test('audio quality: an original that the browser cannot play comes last', () => {
  const ogg = original('audio/ogg', 128_000)
  const canPlay = (contentType: string) => contentType !== 'audio/ogg'
  expect(rankFormats([ogg, opus, aac], 'auto', { canPlay, hasGaplessAac: true })).toEqual([
    'aac',
    'opus',
    'original',
  ])
})

test('audio quality: Original prefers the original, Data saver the smallest format', () => {
  expect(rankFormats([wav, opus, aac], 'original', browser)[0]).toBe('original')
  expect(rankFormats([wav, opus, aac], 'data-saver', browser)).toEqual(['opus', 'aac', 'original'])
  const small = { ...mp3, bitrate: 64_000 }
  expect(rankFormats([small, opus, aac], 'data-saver', browser)[0]).toBe('original')
})

test('audio sources: each failure falls back to the next format, and the last one has none', () => {
  const settings = createSoundSettings({ get: () => null, set: () => {} }, false)
  const sources = createAudioSources(settings, browser)
  const track = testTrack('a', { formats: [wav, opus, aac] })
  expect(sources.url(track)).toContain('format=aac')
  expect(sources.fallBack(track)).toBe(true)
  expect(sources.url(track)).toContain('format=opus')
  expect(sources.fallBack(track)).toBe(true)
  expect(sources.url(track)).not.toContain('format')
  expect(sources.hasFallback(track)).toBe(false)
  expect(sources.fallBack(track)).toBe(false)
  expect(sources.url(track)).not.toContain('format')
})
