import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PlaysChart } from './plays-chart.tsx'

test('plays chart: the table for screen readers is hidden by an element around it, as Firefox requires', () => {
  render(<PlaysChart days={[{ day: '2026-01-01', plays: 3 }]} />)
  const table = screen.getByRole('table', { name: 'Plays per day' })
  expect(table.className).not.toContain('sr-only')
  expect(table.parentElement?.className).toContain('sr-only')
})

test('plays chart: its caption names the peak', () => {
  render(
    <PlaysChart days={[3, 6859, 1].map((plays, n) => ({ day: `2026-01-0${n + 1}`, plays }))} />,
  )
  expect(screen.getByText('Last 3 days, peak 6,859 plays')).toBeTruthy()
})
