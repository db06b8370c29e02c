import { describe, expect, it } from 'vitest'
import { canSubmit, submitMessage } from './comments.tsx'

describe('posting a comment', () => {
  it.each(['', '   \n\t', 'Lovely'])(
    'tells a visitor to sign in, whatever they wrote: %j',
    (text) => {
      const attempt = { signedIn: false, text }
      expect(canSubmit(attempt)).toBe(true)
      expect(submitMessage(attempt)).toEqual({
        title: 'Sign in required',
        text: 'You need to sign in to comment on tracks.',
        tone: 'sign-in',
      })
    },
  )

  it.each(['', '   \n\t'])('is blocked while there is no text: %j', (text) => {
    const attempt = { signedIn: true, text }
    expect(canSubmit(attempt)).toBe(false)
    expect(submitMessage(attempt)).toBeNull()
  })

  it('says that comments are to come', () => {
    const attempt = { signedIn: true, text: ' Lovely ' }
    expect(canSubmit(attempt)).toBe(true)
    expect(submitMessage(attempt)).toMatchObject({ title: 'Coming soon' })
  })
})
