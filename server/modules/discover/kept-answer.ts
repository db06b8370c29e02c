/** Plays and likes show up after this long; other servers' changes too. */
const keptFor = 2000

export type Kept<Value> = {
  answer(): Promise<Value>
  /** The answer, if it need not be made first. */
  ready(): Value | undefined
  drop(): void
}

/**
 * An answer that is made once for all who ask. Whoever changes the catalogue calls `drop`, so that nothing that became
 * private is ever sent from here again.
 */
export function keepAnswer<Value>(
  make: () => Promise<Value>,
  now: () => number = Date.now,
): Kept<Value> {
  let making: Promise<Value> | undefined
  let made: Value | undefined
  let madeAt = 0

  function drop() {
    making = undefined
    made = undefined
  }

  function answer(): Promise<Value> {
    if (making && now() - madeAt < keptFor) return making
    madeAt = now()
    const fresh = make()
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
  const ready = () => (now() - madeAt < keptFor ? made : undefined)
  return { answer, ready, drop }
}
