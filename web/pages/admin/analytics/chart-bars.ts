/** The room in which the bars are drawn; the picture is stretched to whatever there is. */
export const chart = { width: 900, height: 160 }

/** Of the room of one day, how much its bar takes. */
const barShare = 0.72
/** A day with plays is to be seen, however few they are beside the best one. */
const minHeight = 3

type Day = { day: string; plays: number }
type Bar = Day & { x: number; y: number; width: number; height: number }

/** As high as the plays of its day, the best day as high as the chart. */
export function chartBars(days: readonly Day[]): Bar[] {
  const most = Math.max(1, ...days.map(({ plays }) => plays))
  const room = chart.width / Math.max(1, days.length)
  const width = room * barShare
  return days.map(({ day, plays }, index) => {
    const height = plays === 0 ? 0 : Math.max(minHeight, (chart.height * plays) / most)
    const x = index * room + (room - width) / 2
    return { day, plays, x, y: chart.height - height, width, height }
  })
}
