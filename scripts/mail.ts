import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** `npm run mail`: prints every mail that it gets, for development. Start the server with SMTP_URL=smtp://localhost:1025. */
const port = 1025

new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    void text(stream).then((raw) => {
      // The plain text part, decoded from quoted-printable.
      const bytes = raw
        .replaceAll(/=\r?\n/g, '')
        .replaceAll(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      const plain = Buffer.from(bytes, 'latin1').toString()
      console.log(`${plain.split(/\r?\n--.*\r?\nContent-Type: text\/html/i)[0]}\n`)
      done()
    })
  },
}).listen(port, '127.0.0.1', () => console.log(`Mails to smtp://localhost:${port} are shown here.`))
