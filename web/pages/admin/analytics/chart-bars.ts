/** The view box of the chart, stretched to the available width. */
export const chart = { width: 900, height: 160 }

/** The share of a day's width that its bar takes. */
const barShare = 0.72
/** Keeps the bar of a day with few plays visible. */
const minHeight = 3

type Day = { day: string; plays: number }
type Bar = Day & { x: number; y: number; width: number; height: number }

/** Bars scaled to the day with the most plays. */
export function chartBars(days: readonly Day[]): Bar[] {
  const max = Math.max(1, ...days.map(({ plays }) => plays))
  const slot = chart.width / Math.max(1, days.length)
  const width = slot * barShare
  return days.map(({ day, plays }, index) => {
    const height = plays === 0 ? 0 : Math.max(minHeight, (chart.height * plays) / max)
    const x = index * slot + (slot - width) / 2
    return { day, plays, x, y: chart.height - height, width, height }
  })
}
