import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PlaysChart } from './plays-chart.tsx'

test('plays chart: the table for screen readers is hidden by an element around it, as Firefox requires', () => {
  render(<PlaysChart days={[{ day: '2026-01-01', plays: 3 }]} />)
  const table = screen.getByRole('table', { name: 'Plays per day' })
  expect(table.className).not.toMatch(/^sr-only/)
  expect(table.parentElement?.className).toBe('sr-only')
})

test('plays chart: by keyboard its table is shown to everyone, and scrolled', async () => {
  render(<PlaysChart days={[{ day: '2026-01-01', plays: 3 }]} />)
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{Enter}')
  const region = screen.getByRole('region', { name: 'Plays per day' })
  expect(region.className).not.toContain('sr-only')
  await user.tab()
  expect(document.activeElement).toBe(region)
})

test('plays chart: listeners are part of the bars, and a column of the table', () => {
  render(<PlaysChart days={[{ day: '2026-01-01', plays: 4, listeners: 1 }]} />)
  expect(screen.getByRole('row', { name: 'Jan 1 4 1' })).toBeTruthy()
  expect(screen.getByText('Further plays')).toBeTruthy()
})

test('plays chart: its caption names the peak', () => {
  render(
    <PlaysChart days={[3, 6859, 1].map((plays, n) => ({ day: `2026-01-0${n + 1}`, plays }))} />,
  )
  expect(screen.getByText('Last 3 days, peak 6,859 plays')).toBeTruthy()
})
