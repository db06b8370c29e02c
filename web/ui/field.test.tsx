import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SelectField, TextAreaField, TextField } from './field.tsx'

const descriptionOf = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent

test.each([
  ['text field', TextField, 'textbox'],
  ['text area', TextAreaField, 'textbox'],
  ['select', SelectField, 'combobox'],
] as const)(
  '%s: its label names it, and a click on the label focuses it',
  async (_what, Field, role) => {
    render(<Field label="Title" />)
    const control = screen.getByRole(role, { name: 'Title' })
    await userEvent.click(screen.getByText('Title'))
    expect(document.activeElement).toBe(control)
  },
)

test('text field: an optional one says so in its name', () => {
  render(<TextField label="Website" optional />)
  expect(screen.getByRole('textbox', { name: 'Website optional' })).toBeTruthy()
})

test('text field: its hint describes it, and an error replaces the hint and marks it invalid', () => {
  const { rerender } = render(<TextField label="Username" hint="At least 3 characters" />)
  const control = screen.getByRole('textbox', { name: 'Username' })
  expect(descriptionOf(control)).toBe('At least 3 characters')
  expect(control.getAttribute('aria-invalid')).toBeNull()
  rerender(
    <TextField
      label="Username"
      hint="At least 3 characters"
      error="Username cannot contain spaces"
    />,
  )
  expect(descriptionOf(control)).toBe('Username cannot contain spaces')
  expect(control.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('At least 3 characters')).toBeNull()
})

test('fields: the first with an error gets the focus of the button that sent the form', async () => {
  const form = (error?: string) => (
    <form onSubmit={(event) => event.preventDefault()}>
      <TextField label="Title" />
      <SelectField label="Reason" {...(error && { error })} />
      <TextAreaField label="Details" {...(error && { error })} />
      <button type="submit">Send</button>
      <button type="button">Cancel</button>
    </form>
  )
  const { rerender } = render(form())
  await userEvent.click(screen.getByText('Cancel'))
  rerender(form('Required'))
  expect(document.activeElement).toBe(screen.getByText('Cancel'))
  rerender(form())
  await userEvent.click(screen.getByText('Send'))
  rerender(form('Required'))
  expect(document.activeElement).toBe(screen.getByLabelText('Reason'))
})

test('fields: after Enter in a field its error is an alert, because the focus stays there', async () => {
  const form = (error?: string) => (
    <form onSubmit={(event) => event.preventDefault()}>
      <TextField label="Username" hint="At least 3 characters" {...(error && { error })} />
      <button type="submit">Save</button>
    </form>
  )
  const { rerender } = render(form())
  await userEvent.type(screen.getByLabelText('Username'), 'x{Enter}')
  rerender(form('Too short'))
  expect(document.activeElement).toBe(screen.getByLabelText('Username'))
  expect(screen.getByRole('alert').textContent).toBe('Too short')
  rerender(form())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('text field: it reports what is typed', async () => {
  const onChange = vi.fn()
  render(<TextField label="Title" onChange={({ target }) => onChange(target.value)} />)
  await userEvent.type(screen.getByRole('textbox'), 'Rain')
  expect(onChange).toHaveBeenLastCalledWith('Rain')
})

test('select: it offers its options and reports the chosen one', async () => {
  const onChange = vi.fn()
  render(
    <SelectField
      label="Genre"
      defaultValue="jazz"
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="jazz">Jazz</option>
      <option value="folk">Folk</option>
    </SelectField>,
  )
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Jazz',
    'Folk',
  ])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Genre' }), 'Folk')
  expect(onChange).toHaveBeenCalledWith('folk')
})
