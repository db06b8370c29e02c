import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createAuthority } from '#server/testing/certificates.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { createSmtpTransport } from './transport.ts'

const mail = { to: 'ines@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello' }

function openTransport(smtpUrl: string, from = 'Music <music@example.org>') {
  const transport = createSmtpTransport({ smtpUrl, from })
  onTestFinished(() => transport.close())
  return transport
}

test('mail: MAIL_FROM is its sender, in the envelope and in the mail', async () => {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  await openTransport(server.url, 'Nachtmusik <post@music.example.org>').send(mail)
  const { raw, sender } = await server.waitFor('ines@example.org')
  expect(sender).toBe('post@music.example.org')
  expect(raw).toMatch(/^From: Nachtmusik <post@music\.example\.org>\r?$/m)
})

test('mail: smtps:// is encrypted from the first byte, and only for a certificate that is trusted', async () => {
  const authority = createAuthority('Test')
  const received: string[] = []
  const server = new SMTPServer({
    ...authority.issue({ name: 'mail', host: 'localhost' }),
    secure: true,
    authOptional: true,
    logger: false,
    onData: (stream, session, done) =>
      void text(stream).then(() => {
        received.push(String(session.secure))
        done()
      }),
  })
  server.on('error', () => {})
  server.listen(0, 'localhost')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const url = `smtps://localhost:${(server.server.address() as AddressInfo).port}`
  await expect(openTransport(url).send(mail)).rejects.toThrow(/certificate/)
  expect(received).toEqual([])
  await openTransport(`${url}?tls.ca=${encodeURIComponent(authority.own.cert)}`).send(mail)
  expect(received).toEqual(['true'])
})

test('mail: a server that examines it for longer than the connection may take gets it once', async () => {
  let received = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, _session, done) =>
      void text(stream).then(() => {
        received += 1
        setTimeout(done, 600)
      }),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const timeouts = { connect: 500, response: 5000 }
  await createSmtpTransport({ smtpUrl, from: 'music@example.org' }, timeouts).send(mail)
  expect(received).toBe(1)
})
