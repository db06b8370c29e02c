import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

test('button: a click, Enter and Space each run its action once', async () => {
  const user = userEvent.setup()
  const onClick = vi.fn()
  render(<Button onClick={onClick}>Save</Button>)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onClick).toHaveBeenCalledTimes(1)
  await user.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledTimes(2)
  await user.keyboard(' ')
  expect(onClick).toHaveBeenCalledTimes(3)
})

test('button: while its action is pending it keeps the focus, says that it is disabled and ignores clicks', async () => {
  const user = userEvent.setup()
  const onClick = vi.fn()
  const { rerender } = render(<Button onClick={onClick}>Save</Button>)
  const button = screen.getByRole('button', { name: 'Save' })
  await user.click(button)
  rerender(
    <Button onClick={onClick} isPending>
      Saving...
    </Button>,
  )
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  await user.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledTimes(1)
})

test('button: a pending submit button does not submit its form', async () => {
  const user = userEvent.setup()
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  const form = (isPending: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" isPending={isPending}>
        Send
      </Button>
    </form>
  )
  const { rerender } = render(form(true))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(onSubmit).not.toHaveBeenCalled()
  rerender(form(false))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('button: without a type it does not submit the form around it', async () => {
  const onSubmit = vi.fn()
  render(
    <form onSubmit={onSubmit}>
      <Button>Cancel</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onSubmit).not.toHaveBeenCalled()
})

test('icon button: its label is its accessible name, and the keyboard reaches and presses it', async () => {
  const user = userEvent.setup()
  const onClick = vi.fn()
  render(
    <IconButton label="Close" onClick={onClick}>
      <svg aria-hidden="true" />
    </IconButton>,
  )
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }))
  await user.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledTimes(1)
})

test('icon button: a disabled one is skipped by the keyboard and ignores clicks', async () => {
  const user = userEvent.setup()
  const onClick = vi.fn()
  render(<IconButton label="Next" disabled onClick={onClick} />)
  await user.tab()
  expect(document.activeElement).toBe(document.body)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(onClick).not.toHaveBeenCalled()
})
