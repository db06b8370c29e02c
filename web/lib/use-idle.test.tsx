import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onIdle } from './use-idle.ts'

const idleCallbacks: (() => void)[] = []
const becomeIdle = () => idleCallbacks.shift()?.()

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idleCallbacks.push(callback))
})
afterEach(() => {
  while (idleCallbacks.length > 0) becomeIdle()
})

test('idle tasks: each waits until the browser is idle again, and a canceled one does not run', () => {
  const ran: string[] = []
  onIdle(() => ran.push('first'))
  const cancel = onIdle(() => ran.push('canceled'))
  onIdle(() => ran.push('second'))
  cancel()
  becomeIdle()
  expect(ran).toEqual(['first'])
  becomeIdle()
  expect(ran).toEqual(['first', 'second'])
})

test('idle tasks: one that is added after all others have run is run too', () => {
  const ran: string[] = []
  onIdle(() => ran.push('first'))
  while (idleCallbacks.length > 0) becomeIdle()
  onIdle(() => ran.push('second'))
  becomeIdle()
  expect(ran).toEqual(['first', 'second'])
})
