import { expect, test } from 'vitest'
import { isAcceptedContentType } from './policy.ts'

test.each([
  undefined,
  '',
  'audio/mpeg',
  'Audio/X-M4A',
  'audio/ogg; codecs=opus',
  'video/ogg',
  'application/ogg',
  'image/webp',
  'application/octet-stream',
  'binary/octet-stream',
])('content types: a file declared as %s is accepted', (type) =>
  expect(isAcceptedContentType(type)).toBe(true),
)

test.each([
  'text/html',
  'text/html; charset=utf-8',
  'TEXT/PLAIN',
  'application/xhtml+xml',
  'application/javascript',
  'application/json',
  'multipart/form-data',
  'nonsense',
])('content types: a file declared as %s is rejected', (type) =>
  expect(isAcceptedContentType(type)).toBe(false),
)
