/** Plays show up after this long; other servers' changes too. What changes here shows up at once. */
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
export function keepAnswer<Value>(make: () => Promise<Value>): Kept<Value> {
  let making: Promise<Value> | undefined
  let made: Value | undefined
  let ending: NodeJS.Timeout | undefined

  function drop() {
    clearTimeout(ending)
    making = undefined
    made = undefined
  }

  function answer(): Promise<Value> {
    if (making) return making
    const fresh = make()
    making = fresh
    // Asking for the time with each request would cost more than all the rest of `ready`.
    ending = setTimeout(drop, keptFor).unref()
    fresh.then(
      (value) => {
        if (making === fresh) made = value
      },
      () => {
        if (making === fresh) drop()
      },
    )
    return fresh
  }
  return { answer, ready: () => made, drop }
}
