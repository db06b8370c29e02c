import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

export type KeptAnswer<Value> = { value: Value; body: Buffer; gzipped: Buffer; etag: string }

/** Plays and likes show up after this long; other servers' changes too. */
const keptFor = 2000

/**
 * The one answer that all visitors get, made once and sent as bytes. Whoever changes the catalogue
 * calls `drop`, so that nothing that became private is ever sent from here again.
 */
export function keepAnswer<Value>(make: () => Promise<Value>, now: () => number = Date.now) {
  let making: Promise<KeptAnswer<Value>> | undefined
  let made: KeptAnswer<Value> | undefined
  let madeAt = 0

  function drop() {
    making = undefined
    made = undefined
  }

  function answer(): Promise<KeptAnswer<Value>> {
    if (making && now() - madeAt < keptFor) return making
    madeAt = now()
    const fresh: Promise<KeptAnswer<Value>> = make().then(toBytes)
    making = fresh
    made = undefined
    fresh.then(
      (kept) => {
        if (making === fresh) made = kept
      },
      () => {
        if (making === fresh) drop()
      },
    )
    return fresh
  }
  /** The answer, if it need not be made first. */
  const ready = () => (now() - madeAt < keptFor ? made : undefined)
  return { answer, ready, drop }
}

async function toBytes<Value>(value: Value): Promise<KeptAnswer<Value>> {
  const body = Buffer.from(JSON.stringify(value))
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { value, body, gzipped: await compress(body), etag }
}
