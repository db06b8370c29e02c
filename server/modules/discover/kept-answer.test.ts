import { describe, expect, it } from 'vitest'
import { keepAnswer } from './kept-answer.ts'

/** An answer whose making the test ends when it likes, and a clock that the test moves. */
function startKeeping() {
  const making: { done(value: unknown): void; fail(error: Error): void }[] = []
  const clock = { time: 0 }
  const kept = keepAnswer(
    () => new Promise((done, fail) => making.push({ done, fail })),
    () => clock.time,
  )
  return { ...kept, making, clock }
}

const text = async (answer: Promise<{ body: Buffer }>) => (await answer).body.toString()

describe('a kept answer', () => {
  it('is made once for all who ask, and sent as it is', async () => {
    const { answer, making } = startKeeping()
    const asked = [answer(), answer()]
    making[0]?.done({ tracks: 1 })
    expect(await Promise.all(asked.map(text))).toEqual(['{"tracks":1}', '{"tracks":1}'])
    expect(await text(answer())).toBe('{"tracks":1}')
    expect(making).toHaveLength(1)
  })

  it('has a tag that changes with the bytes alone', async () => {
    const tags: string[] = []
    for (const value of ['one', 'one', 'two']) {
      const { answer, making } = startKeeping()
      const asked = answer()
      making[0]?.done(value)
      tags.push((await asked).etag)
    }
    expect(tags[0]).toBe(tags[1])
    expect(tags[0]).not.toBe(tags[2])
    expect(tags[0]).toMatch(/^"[\w-]+"$/)
  })

  it('is made anew after two seconds', async () => {
    const { answer, making, clock } = startKeeping()
    const first = answer()
    making[0]?.done('old')
    await first
    clock.time = 1999
    expect(await text(answer())).toBe('"old"')
    clock.time = 2000
    const second = answer()
    making[1]?.done('new')
    expect(await text(second)).toBe('"new"')
  })

  it('is not kept if something changed while it was being made', async () => {
    const { answer, drop, making } = startKeeping()
    const before = answer()
    drop()
    const after = answer()
    making[1]?.done('new')
    making[0]?.done('old')
    expect(await text(after)).toBe('"new"')
    expect(await text(before)).toBe('"old"')
    expect(await text(answer())).toBe('"new"')
  })

  it('is tried again at once after a failure', async () => {
    const { answer, making } = startKeeping()
    const failing = answer()
    making[0]?.fail(new Error('the database is away'))
    await expect(failing).rejects.toThrow('the database is away')
    const next = answer()
    making[1]?.done('back')
    expect(await text(next)).toBe('"back"')
  })
})
