import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptMessage, isPushKey } from './web-push.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, section 5. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('web push: the example of RFC 8291 is encrypted to its bytes', () => {
  const key = createECDH('prime256v1')
  key.setPrivateKey(bytes(example.sender))
  const encrypted = encryptMessage(example.text, example, { salt: bytes(example.salt), key })
  expect(encrypted.toString('base64url')).toBe(example.message)
})

test('web push: a key that is no point of the curve is none of a browser', () => {
  expect(isPushKey(example.p256dh)).toBe(true)
  expect(isPushKey(Buffer.alloc(65, 4).toString('base64url'))).toBe(false)
  expect(isPushKey('')).toBe(false)
})
