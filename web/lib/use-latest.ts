import { useEffect, useRef } from 'react'

/** A ref to the value of the latest render, for callbacks that outlive it. */
export function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

/** Calls the callback of the latest render when the component unmounts. */
export function useUnmount(callback: () => void): void {
  const latest = useLatest(callback)
  useEffect(() => () => latest.current(), [latest])
}
