import { expect, test } from 'vitest'
import {
  artworkSrcSet,
  artworkUrl,
  audioUrl,
  avatarUrl,
  coverUrl,
  loginUrl,
  registerUrl,
} from './api-urls.ts'

test('sign-in URLs carry the path to return to', () => {
  expect(loginUrl('/discover?x=1')).toBe('/api/login?returnTo=%2Fdiscover%3Fx%3D1')
  expect(loginUrl('/settings', { prompt: 'login' })).toBe(
    '/api/login?returnTo=%2Fsettings&prompt=login',
  )
  expect(registerUrl('/')).toBe('/api/login?returnTo=%2F&prompt=create')
})

test('artwork URLs carry the display width and the version of the image', () => {
  const track = { id: 't1', artworkUrl: '/objects/artwork/abc123' }
  expect(artworkUrl(track, 384)).toBe('/api/tracks/t1/artwork?w=384&v=abc123')
  expect(artworkUrl({ id: 't1', artworkUrl: null }, 96)).toBe('/api/tracks/t1/artwork?w=96')
  expect(artworkSrcSet(track)).toContain('/api/tracks/t1/artwork?w=768&v=abc123 768w')
})

test('cover URLs carry the display width and the version of the image', () => {
  expect(coverUrl({ id: 'p1', coverUrl: '/objects/images/k9' }, 96)).toBe(
    '/api/playlists/p1/cover?w=96&v=k9',
  )
})

test('avatar URLs carry the display width and the version of the image', () => {
  expect(avatarUrl({ id: 'u1', profileImageUrl: '/api/users/u1/avatar?v=k9' }, 96)).toBe(
    '/api/users/u1/avatar?w=96&v=k9',
  )
  expect(avatarUrl({ id: 'u1', profileImageUrl: null }, 192)).toBe('/api/users/u1/avatar?w=192')
})

test('audio URLs carry the version of the file', () => {
  expect(audioUrl({ id: 't1', audioUrl: '/objects/audio/a.mp3' })).toBe(
    '/api/tracks/t1/audio?v=a.mp3',
  )
})
