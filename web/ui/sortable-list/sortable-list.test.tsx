import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { MenuButton } from '../lazy-menu.tsx'
import { Menu } from '../menu.tsx'
import { reordered } from './drag-state.ts'
import { useMoveItems } from './row-move.tsx'
import { SortableList } from './sortable-list.tsx'

function RowMenu({ title }: { title: string }) {
  const moving = useMoveItems()
  return (
    <>
      <Menu trigger={<MenuButton label={`Options for ${title}`} />}>{moving?.items}</Menu>
      {moving?.dialog}
    </>
  )
}

function Titles() {
  const [titles, setTitles] = useState(['Northbound', 'Nocturne', 'Winter Coat'])
  return (
    <Router>
      <SortableList
        items={titles.map((id) => ({ id }))}
        titleOf={({ id }) => id}
        onMove={(move) => setTitles(reordered(titles, move))}
        className="[--row-height:76px]"
      >
        {({ id }, _row, { handle }) => (
          <>
            {handle} <RowMenu title={id} />
          </>
        )}
      </SortableList>
      <button type="button" onClick={() => setTitles(titles.slice(1))}>
        Remove the first
      </button>
    </Router>
  )
}

const order = () => screen.getAllByRole('listitem').map(({ dataset }) => dataset['row'])
const announced = () =>
  screen.getAllByRole('status').find(({ tagName }) => tagName === 'P')?.textContent

test('sortable list: Alt and an arrow key move a row, which keeps the focus, and every press is announced', async () => {
  render(<Titles />)
  const handle = screen.getByRole('button', { name: 'Reorder Northbound' })
  handle.focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(order()).toEqual(['Nocturne', 'Northbound', 'Winter Coat'])
  expect(announced()).toBe('Northbound is now track 2 of 3.')
  expect(document.activeElement).toBe(handle)
  await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}')
  expect(order()).toEqual(['Nocturne', 'Winter Coat', 'Northbound'])
  expect(announced()).toBe('Northbound stays track 3 of 3.')
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(order()).toEqual(['Nocturne', 'Northbound', 'Winter Coat'])
})

test("sortable list: the menu of a row moves it, and 'Move to…' asks for a position in the list", async () => {
  render(<Titles />)
  const open = async (title: string) => {
    await userEvent.click(screen.getByRole('button', { name: `Options for ${title}` }))
    return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  }
  const choose = (name: string) => userEvent.click(screen.getByRole('menuitem', { name }))
  expect(await open('Northbound')).toEqual(['Move down', 'Move to…'])
  await choose('Move down')
  expect(order()).toEqual(['Nocturne', 'Northbound', 'Winter Coat'])
  expect(await open('Northbound')).toEqual(['Move up', 'Move down', 'Move to…'])
  await choose('Move to…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to' }))
  const position = dialog.getByLabelText(/^Position/)
  for (const [typed, text] of [
    ['4', 'Please enter a number from 1 to 3'],
    ['3', null],
  ] as const) {
    await userEvent.clear(position)
    await userEvent.type(position, typed)
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }))
    if (text) expect(dialog.getByText(text)).toBeTruthy()
  }
  expect(order()).toEqual(['Nocturne', 'Winter Coat', 'Northbound'])
  expect(announced()).toBe('Northbound is now track 3 of 3.')
})

test('sortable list: what was announced about a row is cleared when another is removed', async () => {
  render(<Titles />)
  screen.getByRole('button', { name: 'Reorder Northbound' }).focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(announced()).toBe('Northbound is now track 2 of 3.')
  await userEvent.click(screen.getByRole('button', { name: 'Remove the first' }))
  expect(announced()).toBe('')
})
