import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** `node baseline-buffer.ts PORT FILE`: sends the content of the file for every request, and nothing else. */
const [port = '', file = ''] = process.argv.slice(2)
const body = readFileSync(file)
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }
createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(port), 'localhost')
