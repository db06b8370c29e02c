import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Sends an error to a client for which there is no response object, and closes the connection. */
export function sendRawError(
  socket: Duplex,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
) {
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify({ message })
  const lines = Object.entries({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  socket.once('finish', () => socket.destroy())
}

/** The handler of Node's `clientError`: what arrived is invalid, too large or too slow. */
export function handleClientError({ code }: NodeJS.ErrnoException, socket: Duplex) {
  // The client has disconnected.
  if (code === 'ECONNRESET' || socket.destroyed) return
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return sendRawError(socket, 408, requestTimeoutMessage)
  if (code === 'HPE_HEADER_OVERFLOW')
    return sendRawError(socket, 431, 'The headers of the request are too large.')
  sendRawError(socket, 400, 'The request is not valid HTTP.')
}

export const requestTimeoutMessage = 'The request took too long to arrive.'
