import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { VirtualList } from './virtual-list.tsx'

test('virtual list: of 10,000 rows those on screen are rendered first, and then ten more', async () => {
  const items = Array.from({ length: 10_000 }, (_, i) => ({ id: `${i}` }))
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 100, 400, items.length * 64),
  )
  vi.stubGlobal('innerHeight', 740)
  const rendered = new Set<string>()
  render(
    <VirtualList items={items} className="">
      {({ id }) => {
        rendered.add(id)
        return id
      }}
    </VirtualList>,
  )
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
  await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(20))
  expect(rendered.size).toBe(20)
})
