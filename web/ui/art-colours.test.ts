import { expect, it } from 'vitest'
import { coloursOf } from './art-colours.ts'

const red = [200, 30, 40, 255]
const blue = [20, 40, 180, 255]
const grey = [90, 90, 90, 255]
const nothing = [255, 0, 0, 0]

const picture = (...pixels: number[][]) => pixels.flat()
const times = (count: number, pixel: number[]) => Array.from({ length: count }, () => pixel)

it('takes the vivid colour and the one least like it', () => {
  const pixels = picture(...times(6, red), ...times(4, blue), ...times(6, grey))
  expect(coloursOf(pixels)).toEqual(['#c81e28', '#1428b4'])
})

it('mixes what is nearly the same', () => {
  expect(
    coloursOf(picture(...times(8, [200, 30, 40, 255]), ...times(8, [202, 30, 40, 255]))),
  ).toEqual(['#ca1e28', '#c81e28'])
})

it('has one colour for a plain picture, and none for an empty one', () => {
  expect(coloursOf(picture(...times(4, grey)))).toEqual(['#5a5a5a', '#5a5a5a'])
  expect(coloursOf(picture(...times(4, nothing)))).toBeUndefined()
})
