const retentionBuckets = 100
/** The highest speed of the player. */
const maxSpeed = 2
/** Of clocks and connections. */
const toleranceSeconds = 2

/**
 * The hundredth of the track that a listen has reached after so many seconds. What cannot have been heard is cut off:
 * positions beyond the end, and those that time and speed do not allow.
 */
export function bucketOf({
  position,
  duration,
  seconds,
}: {
  position: number
  duration: number
  seconds: number
}): number {
  const heard = Math.min(position, (seconds + toleranceSeconds) * maxSpeed)
  return Math.min(retentionBuckets - 1, Math.floor((heard / duration) * retentionBuckets))
}
