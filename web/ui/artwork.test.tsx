import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Artwork } from './artwork.tsx'
import { Avatar } from './avatar.tsx'
import { ArtworkSkeleton, TextSkeleton } from './skeleton.tsx'

const imageIn = (container: HTMLElement) => {
  const image = container.querySelector('img')
  if (!image) throw new Error('there is no image')
  return image
}
const artwork = { src: '/a?w=160', srcSet: '/a?w=160 160w, /a?w=640 640w', sizes: '160px' }

test('artwork: it is decoration, and the browser can choose from all widths', () => {
  const { container } = render(<Artwork {...artwork} />)
  const image = imageIn(container)
  expect(image.getAttribute('alt')).toBe('')
  expect(image.getAttribute('srcset')).toBe('/a?w=160 160w, /a?w=640 640w')
  expect(image.getAttribute('sizes')).toBe('160px')
})

test.each([
  ['by default when scrolled near', undefined, 'lazy', 'auto'],
  ['with the page if eager', true, 'eager', 'auto'],
  ['before other images if it is the first', 'first', 'eager', 'high'],
] as const)('artwork: it is loaded %s', (_when, eager, loading, priority) => {
  const { container } = render(<Artwork {...artwork} {...(eager && { eager })} />)
  expect(imageIn(container).getAttribute('loading')).toBe(loading)
  expect(imageIn(container).getAttribute('fetchpriority')).toBe(priority)
})

test('artwork: an image that does not load is hidden until one loads', () => {
  const { container } = render(<Artwork {...artwork} />)
  const image = imageIn(container)
  fireEvent.error(image)
  expect(image.style.opacity).toBe('0')
  fireEvent.load(image)
  expect(image.style.opacity).toBe('')
})

const id = '0b0e7e0a-1c2d-4e5f-8a9b-0c1d2e3f4a5b'
const user = { id, displayName: 'Ines', firstName: null, profileImageUrl: null }
const image = (version: string) => ({ profileImageUrl: `/api/users/${id}/avatar?v=${version}` })

test('avatar: without an image it shows the initial, hidden from screen readers', () => {
  const { container } = render(<Avatar user={user} />)
  expect(container.textContent).toBe('I')
  expect(imageIn(container).getAttribute('src')).toBe(`/api/users/${id}/avatar?w=96`)
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
})

test('avatar: an image that does not load is replaced by the initial, and a new image is tried', () => {
  const { container, rerender } = render(<Avatar user={{ ...user, ...image('one') }} />)
  expect(container.textContent).toBe('')
  fireEvent.error(imageIn(container))
  expect(container.textContent).toBe('I')
  expect(container.querySelector('img')).toBeNull()
  rerender(<Avatar user={{ ...user, ...image('two') }} />)
  expect(container.textContent).toBe('')
  expect(imageIn(container).getAttribute('src')).toContain('v=two')
})

test('skeletons: they fill the space of what loads and say nothing to screen readers', () => {
  const { container } = render(
    <>
      <TextSkeleton className="w-40" />
      <ArtworkSkeleton />
    </>,
  )
  const [bar, square] = container.children
  expect(bar?.className).toContain('w-40')
  expect(square?.className).toContain('aspect-square')
  expect(container.textContent).toBe('')
  for (const drawing of container.querySelectorAll('svg, img'))
    expect(drawing.getAttribute('aria-hidden')).toBe('true')
})
