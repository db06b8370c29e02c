import { useEffect } from 'react'
import { useLatest } from './use-latest.ts'

/** Does something when the component goes, with what it knows by then. */
export function useUnmount(leave: () => void): void {
  const latest = useLatest(leave)
  useEffect(() => () => latest.current(), [latest])
}
