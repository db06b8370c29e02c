const most = 10_000

/**
 * The same text for the same text, made once: whoever calls once calls again. A new text would also be
 * hashed anew wherever it is looked up, which takes longer than counting a call.
 */
export function memoize(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const made = known.get(text)
    if (made !== undefined) return made
    if (known.size >= most) known.clear()
    const making = make(text)
    known.set(text, making)
    return making
  }
}
