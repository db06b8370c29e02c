import { describe, expect, it } from 'vitest'
import { websiteLabel } from './website-label.ts'

describe('websiteLabel', () => {
  it.each([
    ['https://www.maren.example/', 'maren.example'],
    ['http://maren.example/music?from=here', 'maren.example/music'],
    ['https://maren.example:8443', 'maren.example:8443'],
  ])('shortens %s', (website, label) => {
    expect(websiteLabel(website)).toBe(label)
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'maren.example', ''])(
    'makes no link of "%s"',
    (website) => {
      expect(websiteLabel(website)).toBeNull()
    },
  )
})
