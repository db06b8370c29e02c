/** What benchmarks record in the page. */
interface Window {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: object
  heard: Promise<number>
  opened: Promise<number>
  prefetched: Promise<void>
  renders: { ticks: number; commits: number; components: number; outside: number }
  vitals: {
    paints: PerformanceEntry[]
    tasks: PerformanceEntry[]
    shifts: LayoutShift[]
    events: PerformanceEventTiming[]
  }
}
