import { act, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SettingsNav } from './settings-nav.tsx'

const sections = ['account', 'security', 'playback', 'data'] as const
let tops = new Map<string, number>()
let grow = () => {}

afterEach(() => history.replaceState(null, '', '/'))

/** A page with sections at these places; scrolling brings a section to the top, unless the page is too short. */
function renderPage(hash: string) {
  history.replaceState(null, '', `/settings${hash}`)
  tops = new Map([
    ['account', 150],
    ['security', 400],
    ['playback', 700],
    ['data', 900],
  ])
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        grow = () => act(callback)
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, tops.get(this.id) ?? 0, 0, 0)
  })
  Element.prototype.scrollIntoView = function () {
    tops.set(this.id, 104)
  }
  render(
    <>
      <SettingsNav sections={sections} />
      {sections.map((name) => (
        <section key={name} id={name} />
      ))}
    </>,
  )
}

const marked = () => document.querySelector('[aria-current]')?.textContent

test('settings: the section in the address stays at the top while those above it load', () => {
  renderPage('#playback')
  grow()
  tops.set('playback', 254)
  grow()
  expect(tops.get('playback')).toBe(104)
  expect(marked()).toBe('Playback')
})

test('settings: once the user scrolls the page stays where it is, and the mark follows', () => {
  renderPage('#playback')
  grow()
  act(() => void window.dispatchEvent(new Event('wheel')))
  tops = new Map([
    ['account', -100],
    ['security', 150],
    ['playback', 450],
    ['data', 650],
  ])
  grow()
  expect(tops.get('playback')).toBe(450)
  expect(marked()).toBe('Security')
})

test('settings: a section at the end of the page is marked when its link is followed', () => {
  renderPage('')
  expect(marked()).toBe('Account')
  history.replaceState(null, '', '#data')
  act(() => void window.dispatchEvent(new Event('hashchange')))
  expect(marked()).toBe('Data')
})
