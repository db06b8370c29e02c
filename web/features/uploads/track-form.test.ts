import { expect, test } from 'vitest'
import { genres } from '#contract/genres.ts'
import { emptyTrackForm, newTrackForm, sharedForm, titleError } from './track-form.ts'

const filled = { ...emptyTrackForm, title: 'Harbour Lights' }
const problems = (values: object) =>
  newTrackForm.safeParse({ ...filled, ...values }).error?.issues.map(({ message }) => message)

test('upload form: only the title is required', () => {
  expect(problems({ title: '   ' })).toContain('Title is required')
  expect(problems({})).toBeUndefined()
})

test.each([
  [{ title: 'x'.repeat(201) }, 'Title must be less than 200 characters'],
  [{ description: 'x'.repeat(5001) }, 'Description must be less than 5000 characters'],
  [{ artist: 'x'.repeat(201) }, 'Artist must be less than 200 characters'],
  [{ studio: 'x'.repeat(201) }, 'Studio/Label must be less than 200 characters'],
  [{ tags: 'x'.repeat(51) }, 'Tag must be less than 50 characters'],
  [{ tags: Array.from({ length: 21 }, (_, n) => n).join() }, 'A track can have 20 tags at most'],
  [{ genre: 'polka' }, 'Please choose a genre from the list'],
  [{ privacy: 'secret' }, 'Privacy must be public, unlisted or private'],
])('upload form: %j is rejected', (values, message) => {
  expect(problems(values)).toEqual([message])
})

test('upload form: values at the limits and every genre are accepted', () => {
  const tags = Array.from({ length: 20 }, (_, n) => String(n).padEnd(50, 'x')).join()
  expect(problems({ title: 'x'.repeat(200), description: 'x'.repeat(5000), tags })).toBeUndefined()
  expect(genres).toHaveLength(30)
  for (const genre of genres) expect(problems({ genre })).toBeUndefined()
})

test('upload form: tags are parsed into a list', () => {
  expect(newTrackForm.parse({ ...filled, tags: 'violin, tape' }).tags).toEqual(['violin', 'tape'])
})

test('bulk upload form: an invalid title has an error', () => {
  expect(titleError('')).toBe('Title is required')
  expect(titleError('x'.repeat(201))).toBe('Title must be less than 200 characters')
  expect(titleError('Kettle')).toBeUndefined()
})

test('bulk upload form: shared fields have the same limits', () => {
  const shared = { artist: 'x'.repeat(201), genre: '', description: 'x'.repeat(5001) }
  expect(sharedForm.safeParse(shared).error?.issues).toHaveLength(2)
  expect(sharedForm.safeParse({ artist: '', genre: 'r&b', description: '' }).success).toBe(true)
})
