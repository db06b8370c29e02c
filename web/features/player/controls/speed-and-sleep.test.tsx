import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { ChoicePopover } from './speed-and-sleep.tsx'

const options = [1, 2, 3].map((value) => ({ value, text: `${value} minutes` }))

function Timer() {
  const [value, setValue] = useState(1)
  return (
    <TooltipProvider>
      <ChoicePopover
        title="Timer"
        label={`Timer: ${value}`}
        options={options}
        value={value}
        onChange={setValue}
        isOn={false}
      >
        t
      </ChoicePopover>
    </TooltipProvider>
  )
}

test('choices: keys move through the options, Enter or a click closes them', async () => {
  render(<Timer />)
  const open = () => userEvent.click(screen.getByRole('button', { name: /^Timer/ }))
  await open()
  // As browsers do for an arrow key.
  for (const text of ['2 minutes', '3 minutes'])
    fireEvent.click(screen.getByRole('radio', { name: text }), { detail: 0 })
  expect(screen.getByRole('button', { name: 'Timer: 3', hidden: true })).toBeTruthy()
  fireEvent.keyDown(screen.getByRole('radio', { name: '3 minutes' }), { key: 'Enter' })
  expect(screen.queryByRole('radio')).toBeNull()
  await open()
  fireEvent.click(screen.getByRole('radio', { name: '1 minutes' }), { detail: 1 })
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByRole('button', { name: 'Timer: 1' })).toBeTruthy()
})
