import { describe, expect, it } from 'vitest'
import { answerToPost, mayTryToPost } from './comment-rules.ts'

describe('posting a comment', () => {
  it.each(['', '   \n\t', 'Lovely'])(
    'tells a visitor to sign in, whatever they wrote: %j',
    (text) => {
      const attempt = { signedIn: false, text }
      expect(mayTryToPost(attempt)).toBe(true)
      expect(answerToPost(attempt)).toEqual({
        title: 'Sign in required',
        text: 'You need to sign in to comment on tracks.',
        tone: 'sign-in',
      })
    },
  )

  it.each(['', '   \n\t'])('is blocked while there is no text: %j', (text) => {
    const attempt = { signedIn: true, text }
    expect(mayTryToPost(attempt)).toBe(false)
    expect(answerToPost(attempt)).toBeNull()
  })

  it('says that comments are to come', () => {
    const attempt = { signedIn: true, text: ' Lovely ' }
    expect(mayTryToPost(attempt)).toBe(true)
    expect(answerToPost(attempt)).toMatchObject({ title: 'Coming soon' })
  })
})
