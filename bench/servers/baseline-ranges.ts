import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** `node baseline-ranges.ts PORT FILE…`: sends the requested range of file number `/N` from memory, without authorization. */
const [port = '', ...names] = process.argv.slice(2)
const files = names.map((name) => readFileSync(name))
createServer((request, response) => {
  const file = files[Number(request.url?.slice(1))] ?? Buffer.alloc(0)
  const [start = 0, end = 0] = request.headers.range?.match(/\d+/g)?.map(Number) ?? []
  response.writeHead(206, {
    'content-type': 'audio/mpeg',
    'content-length': end + 1 - start,
    'content-range': `bytes ${start}-${end}/${file.length}`,
  })
  response.end(file.subarray(start, end + 1))
}).listen(Number(port), 'localhost')
