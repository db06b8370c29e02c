import { expect, test } from 'vitest'
import { canSubmit, submitMessage } from './comments-placeholder.tsx'

test.each(['', '   \n\t', 'Lovely'])(
  'comments: a visitor must sign in, whatever the text: %j',
  (text) => {
    const attempt = { signedIn: false, text }
    expect(canSubmit(attempt)).toBe(true)
    expect(submitMessage(attempt)).toMatchObject({
      title: 'Sign in required',
      text: 'You need to sign in to comment on tracks.',
      tone: 'sign-in',
      actions: [{ label: 'Sign in' }],
    })
  },
)

test.each(['', '   \n\t'])(
  'comments: submitting is disabled while the text is empty: %j',
  (text) => {
    const attempt = { signedIn: true, text }
    expect(canSubmit(attempt)).toBe(false)
    expect(submitMessage(attempt)).toBeNull()
  },
)

test('comments: submitting shows that comments are coming soon', () => {
  const attempt = { signedIn: true, text: ' Lovely ' }
  expect(canSubmit(attempt)).toBe(true)
  expect(submitMessage(attempt)).toMatchObject({ title: 'Coming soon' })
})
