import { describe, expect, it } from 'vitest'
import { paths } from './paths.ts'

describe('paths', () => {
  it('paths: a track URL uses the slug, else the id', () => {
    expect(paths.track({ id: 'a1', slug: 'soft-landing' })).toBe('/track/soft-landing')
    expect(paths.track({ id: 'a1', slug: null })).toBe('/track/a1')
  })

  it('paths: a search query is encoded', () => {
    expect(paths.search('drum & bass/100%?')).toBe('/search?q=drum%20%26%20bass%2F100%25%3F')
  })

  it('paths: sign-in URLs carry the page to return to', () => {
    expect(paths.login('/discover?x=1')).toBe('/api/login?returnTo=%2Fdiscover%3Fx%3D1')
    expect(paths.createAccount('/')).toBe('/api/login?returnTo=%2F&prompt=create')
  })

  it('paths: artwork URLs have width and version', () => {
    const track = { id: 't1', artworkUrl: '/objects/artwork/abc123' }
    expect(paths.artwork(track, 384)).toBe('/api/tracks/t1/artwork?w=384&v=abc123')
    expect(paths.artwork({ id: 't1', artworkUrl: null }, 96)).toBe('/api/tracks/t1/artwork?w=96')
    expect(paths.artworkSet(track)).toContain('/api/tracks/t1/artwork?w=768&v=abc123 768w')
  })

  it('paths: a playlist URL uses the slug, else the id, and cover URLs have width and version', () => {
    expect(paths.playlist({ id: 'p1', slug: 'rain' })).toBe('/playlist/rain')
    expect(paths.playlist({ id: 'p1', slug: '' })).toBe('/playlist/p1')
    expect(paths.cover({ id: 'p1', coverUrl: '/objects/images/k9' }, 96)).toBe(
      '/api/playlists/p1/cover?w=96&v=k9',
    )
    expect(paths.api.playlistBySlug('50% off/now')).toBe('/api/playlists/slug/50%25%20off%2Fnow')
  })

  it('paths: avatar URLs have width and version', () => {
    expect(paths.avatar({ id: 'u1', profileImageUrl: '/api/users/u1/avatar?v=k9' }, 96)).toBe(
      '/api/users/u1/avatar?w=96&v=k9',
    )
    expect(paths.avatar({ id: 'u1', profileImageUrl: null }, 192)).toBe(
      '/api/users/u1/avatar?w=192',
    )
  })

  it('paths: undefined query parameters are left out', () => {
    expect(paths.api.tracks()).toBe('/api/tracks')
    expect(paths.api.tracks({ limit: 12 })).toBe('/api/tracks?limit=12')
    expect(paths.api.tracks({ userId: 'u1', sort: 'plays', limit: 5 })).toBe(
      '/api/tracks?userId=u1&sort=plays&limit=5',
    )
  })
})
