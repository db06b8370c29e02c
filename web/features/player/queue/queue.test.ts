import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { testQueue } from '../test-track.ts'
import {
  currentTrack,
  emptied,
  emptyQueue,
  hasNext,
  hasPrevious,
  moveAfterEnd,
  moveToNext,
  moveToPrevious,
  playList,
  type Queue,
  removeTrack,
  replaceTrack,
} from './queue.ts'
import {
  addToQueue,
  clearAdded,
  cycleRepeat,
  jumpTo,
  moveAdded,
  moveUpcoming,
  playNext,
  removeCurrent,
  removeEntry,
  setRepeat,
  setShuffle,
  upcoming,
  withoutPlayed,
} from './queue-editing.ts'

const track = (id: string) => ({ id, title: id }) as Track
const tracks = ['a', 'b', 'c'].map(track)
const titles = (entries: Queue['entries']) => entries.map((entry) => entry.track.title).join('')
const playing = (queue: Queue | null) => queue && currentTrack(queue)?.id

test('queue: it starts at the given index, and is null when that is out of range', () => {
  expect(playing(playList(emptyQueue, tracks, 2, 'Mix'))).toBe('c')
  expect(playList(emptyQueue, tracks, 3)).toBeNull()
  expect(playList(emptyQueue, tracks, -1)).toBeNull()
  expect(playList(emptyQueue, [], 0)).toBeNull()
})

test('queue: it moves through the list until either end', () => {
  expect(playing(moveToNext(testQueue(tracks, 0)))).toBe('b')
  expect(hasNext(testQueue(tracks, 2))).toBe(false)
  expect(playing(moveToPrevious(testQueue(tracks, 1)))).toBe('a')
  expect(hasPrevious(testQueue(tracks, 0))).toBe(false)
  expect(moveToPrevious(testQueue(tracks, 0))).toBeNull()
})

test('queue: an empty queue has no current, next or previous track', () => {
  expect(currentTrack(emptyQueue)).toBeNull()
  expect(hasNext(setRepeat(emptyQueue, 'all'))).toBe(false)
  expect(hasPrevious(emptyQueue)).toBe(false)
})

test('queue: repeat all starts over after the last track, repeat one repeats the current one', () => {
  const last = testQueue(tracks, 2)
  expect(playing(moveAfterEnd(setRepeat(last, 'all')))).toBe('a')
  expect(playing(moveAfterEnd(setRepeat(last, 'one')))).toBe('c')
  expect(moveToNext(setRepeat(last, 'one'))).toBeNull()
  expect(['all', 'one', 'off']).toEqual([
    cycleRepeat(last).repeat,
    cycleRepeat(cycleRepeat(last)).repeat,
    cycleRepeat(cycleRepeat(cycleRepeat(last))).repeat,
  ])
})

test('queue: added tracks come first, play next before all others, and previous leads back', () => {
  const queue = playNext(addToQueue(testQueue(tracks), [track('x')]), [track('y'), track('z')])
  expect(titles(queue.added)).toBe('yzx')
  const second = moveToNext(queue) ?? emptyQueue
  expect(playing(second)).toBe('y')
  expect(titles(second.added)).toBe('zx')
  expect(playing(moveToPrevious(second))).toBe('a')
  expect(titles(upcoming(second))).toBe('bc')
})

test('queue: clearing empties the added tracks only', () => {
  const cleared = clearAdded(addToQueue(testQueue(tracks), tracks))
  expect(cleared.added).toEqual([])
  expect(titles(upcoming(cleared))).toBe('bc')
})

test('queue: shuffle keeps the current track, and switched off the original order follows it', () => {
  const many = [...'abcdefghij'].map(track)
  const shuffled = setShuffle(testQueue(many, 4), true, () => 0)
  expect(playing(shuffled)).toBe('e')
  expect(titles(upcoming(shuffled))).not.toBe('abcdfghij')
  const fourth = jumpTo(shuffled, '4') ?? emptyQueue
  const off = setShuffle(fourth, false)
  expect(playing(off)).toBe('d')
  expect(titles(upcoming(off))).toBe('efghij')
})

test('queue: what was queued manually plays once, also when the list is repeated or shuffled', () => {
  const added = addToQueue(testQueue(tracks), [track('x')])
  const second = moveToNext(added) ?? emptyQueue
  const last = jumpTo(second, '3') ?? emptyQueue
  const again = moveAfterEnd(setRepeat(last, 'all')) ?? emptyQueue
  expect(playing(again)).toBe('a')
  expect(titles(upcoming(again))).toBe('bc')
  expect(playing(moveToPrevious(again))).toBe('x')
  const shuffled = setShuffle(last, true, () => 0)
  expect([...titles(upcoming(shuffled))].sort()).toEqual(['a', 'b'])
  const off = setShuffle(jumpTo(shuffled, '1') ?? emptyQueue, false)
  expect(titles(upcoming(off))).toBe('bc')
  expect(titles(withoutPlayed(off).entries)).toBe('abc')
})

test('queue: of added tracks alone all are repeated', () => {
  const only = addToQueue(emptyQueue, [track('x'), track('y')])
  const last = setRepeat(moveToNext(only) ?? emptyQueue, 'all')
  expect(playing(moveToNext(last))).toBe('x')
})

test('queue: an unavailable track is removed wherever it is queued, and an empty queue is null', () => {
  const queue = addToQueue(testQueue([...tracks, ...tracks], 1), [track('b')])
  const remaining = removeCurrent(queue) ?? emptyQueue
  expect(playing(remaining)).toBe('c')
  expect(titles(remaining.entries) + titles(remaining.added)).toBe('acac')
  expect(removeCurrent(setRepeat(testQueue([track('a')]), 'all'))).toBeNull()
  expect(removeCurrent(emptyQueue)).toBeNull()
})

test('queue: a new list is shuffled too, and a closed player remembers shuffle and repeat', () => {
  const closed = emptied(setRepeat(setShuffle(testQueue(tracks), true), 'all'))
  const next = playList(closed, tracks, 1) ?? emptyQueue
  expect(playing(next)).toBe('b')
  expect(titles(next.original ?? [])).toBe('abc')
  expect(next.repeat).toBe('all')
})

test('queue: an updated track replaces the old one wherever it is queued', () => {
  const queue = addToQueue(setShuffle(testQueue(tracks, 1), true), [track('b')])
  const updated = replaceTrack(queue, { id: 'b', title: 'new' } as Track)
  expect(currentTrack(updated)?.title).toBe('new')
  expect(titles(updated.added)).toBe('new')
  const off = setShuffle(updated, false)
  expect(titles(off.entries)).toBe('anewc')
  expect(playing(off)).toBe('b')
})

test.each([
  [0, 'c', 'ab'],
  [2, 'a', 'bc'],
  [1, 'x', 'abc'],
])('queue: the track at index %i stays current when %s is removed', (index, removed, left) => {
  const queue = removeTrack(testQueue(tracks, index), removed)
  expect(titles(queue.entries)).toBe(left)
  expect(playing(queue)).toBe(tracks[index]?.id)
})

const ids = fc.array(fc.constantFrom(...'abcdef'), { maxLength: 6 })
const someTracks = ids.map((chosen) => chosen.map(track))
const position = fc.nat(20)
const entryAt = (queue: Queue, at: number) =>
  [...queue.entries, ...queue.added][at % (queue.entries.length + queue.added.length || 1)]
const within = (length: number, from: number, to: number) => ({
  from: from % (length || 1),
  to: to % (length || 1),
})
/** Changes that neither add nor remove an entry, and do not change the current one. */
const rearranging = fc.oneof(
  fc.tuple(position, position).map(
    ([from, to]) =>
      (queue: Queue) =>
        moveAdded(queue, within(queue.added.length, from, to)),
  ),
  fc.tuple(position, position).map(
    ([from, to]) =>
      (queue: Queue) =>
        moveUpcoming(queue, within(upcoming(queue).length, from, to)),
  ),
  fc.boolean().map((on) => (queue: Queue) => setShuffle(queue, on)),
  fc.constant(cycleRepeat),
)
/** Changes of the current entry. */
const moving = fc.oneof(
  fc.constant((queue: Queue) => moveToNext(queue) ?? queue),
  fc.constant((queue: Queue) => moveAfterEnd(queue) ?? queue),
  fc.constant((queue: Queue) => moveToPrevious(queue) ?? queue),
  position.map((at) => (queue: Queue) => jumpTo(queue, entryAt(queue, at)?.id ?? '') ?? queue),
)
const adding = fc.oneof(
  someTracks.map((added) => (queue: Queue) => addToQueue(queue, added)),
  someTracks.map((added) => (queue: Queue) => playNext(queue, added)),
)
const removing = position.map(
  (at) => (queue: Queue) => removeEntry(queue, entryAt(queue, at)?.id ?? ''),
)
const replacing = fc.tuple(someTracks, position).map(
  ([list, at]) =>
    (queue: Queue) =>
      playList(queue, list, at % (list.length || 1)) ?? queue,
)
const anyChange = fc.oneof(
  rearranging,
  moving,
  adding,
  removing,
  replacing,
  fc.constant(clearAdded),
)
/** Any queue that a sequence of changes can lead to. */
const anyQueue = fc
  .array(anyChange, { maxLength: 12 })
  .map((changes) => changes.reduce((queue, change) => change(queue), emptyQueue))

const sorted = (entries: Queue['entries']) => entries.map(({ id }) => id).sort()
const all = (queue: Queue) => sorted([...queue.entries, ...queue.added])
const current = ({ entries, index }: Queue) => entries[index]

test('queue: after any changes no entry is doubled, the index is valid and both orders have the same', () => {
  fc.assert(
    fc.property(anyQueue, (queue) => {
      expect(new Set(all(queue)).size).toBe(all(queue).length)
      expect(queue.index).toBeLessThan(queue.entries.length)
      expect(queue.index >= 0).toBe(queue.entries.length > 0)
      if (queue.original) expect(sorted(queue.original)).toEqual(sorted(queue.entries))
    }),
  )
})

test('queue: rearranging loses nothing and keeps the current entry', () => {
  fc.assert(
    fc.property(anyQueue, fc.array(rearranging, { maxLength: 6 }), (queue, changes) => {
      const after = changes.reduce((now, change) => change(now), queue)
      expect(all(after)).toEqual(all(queue))
      expect(current(after)).toBe(current(queue))
    }),
  )
})

test('queue: moving to another entry loses nothing', () => {
  fc.assert(
    fc.property(anyQueue, fc.array(moving, { maxLength: 6 }), (queue, changes) => {
      expect(all(changes.reduce((now, change) => change(now), queue))).toEqual(all(queue))
    }),
  )
})

test('queue: adding keeps the current entry and adds exactly the new ones', () => {
  fc.assert(
    fc.property(
      anyQueue,
      someTracks,
      fc.constantFrom(addToQueue, playNext),
      (queue, added, add) => {
        const after = add(queue, added)
        expect(all(after)).toHaveLength(all(queue).length + added.length)
        expect(all(after)).toEqual(expect.arrayContaining(all(queue)))
        if (current(queue)) expect(current(after)).toBe(current(queue))
      },
    ),
  )
})

test('queue: removing an entry keeps the current one and the order of the rest', () => {
  fc.assert(
    fc.property(anyQueue, position, (queue, at) => {
      const entry = entryAt(queue, at)
      const after = removeEntry(queue, entry?.id ?? '')
      const stays = (other: unknown) => other !== entry || other === current(queue)
      expect(current(after)).toBe(current(queue))
      expect(after.entries).toEqual(queue.entries.filter(stays))
      expect(after.added).toEqual(queue.added.filter(stays))
    }),
  )
})

test('queue: moving on and back returns to the same track', () => {
  fc.assert(
    fc.property(anyQueue, (queue) => {
      expect(moveToNext(queue) !== null).toBe(hasNext(queue))
      const next = moveToNext(setRepeat(queue, 'off'))
      expect(next !== null).toBe(hasNext(setRepeat(queue, 'off')))
      if (next && queue.index >= 0)
        expect(current(moveToPrevious(next) ?? emptyQueue)).toBe(current(queue))
    }),
  )
})

test('queue: every track plays once, what was added before the list', () => {
  fc.assert(
    fc.property(anyQueue, (any) => {
      const start = setRepeat(any, 'off')
      const expected = [...start.added, ...upcoming(start)].map(({ id }) => id)
      const visited: (string | undefined)[] = []
      for (let queue = moveToNext(start); queue; queue = moveToNext(queue))
        visited.push(current(queue)?.id)
      expect(visited).toEqual(expected)
    }),
  )
})

test('queue: shuffle on and off returns to the same order', () => {
  fc.assert(
    fc.property(anyQueue, (queue) => {
      const plain = setShuffle(queue, false)
      expect(setShuffle(setShuffle(plain, true), false)).toEqual(plain)
    }),
  )
})
