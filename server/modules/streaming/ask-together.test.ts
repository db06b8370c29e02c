import { expect, test } from 'vitest'
import { askTogether } from './ask-together.ts'

test('what is asked at once is asked as one, and each gets its own answer', async () => {
  const questions: string[][] = []
  const ask = askTogether(async (ids) => {
    questions.push(ids)
    return ids.filter((id) => id !== 'missing').map((id) => ({ id, name: `the ${id}` }))
  })
  expect(await Promise.all([ask('a'), ask('missing'), ask('b'), ask('a')])).toEqual([
    { id: 'a', name: 'the a' },
    undefined,
    { id: 'b', name: 'the b' },
    { id: 'a', name: 'the a' },
  ])
  expect(questions).toEqual([['a', 'missing', 'b']])
})

test('nothing is remembered: a question that comes later sees what is there by then', async () => {
  let name = 'before'
  const ask = askTogether(async (ids) => ids.map((id) => ({ id, name })))
  expect(await ask('a')).toEqual({ id: 'a', name: 'before' })
  name = 'after'
  expect(await ask('a')).toEqual({ id: 'a', name: 'after' })
})

test('a failure reaches all who asked, and no one after', async () => {
  let works = false
  const ask = askTogether(async (ids) => {
    if (!works) throw new Error('down')
    return ids.map((id) => ({ id }))
  })
  const outcomes = await Promise.allSettled([ask('a'), ask('b')])
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
  works = true
  expect(await ask('a')).toEqual({ id: 'a' })
})
