import { useEffect, useRef } from 'react'

/** The newest of a value that changes with every drawing, for what outlives one. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
