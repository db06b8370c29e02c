import { z } from 'zod'

/** Before there were sites such as this one. */
const earliest = new Date('2000-01-01T00:00:00Z')

/** When something happened. What lies ahead, as with a clock that is fast, becomes now. */
export const pastDate = z.coerce
  .date({ error: 'its date cannot be read' })
  .min(earliest, 'its date is before the year 2000')
  .transform((date) => new Date(Math.min(date.getTime(), Date.now())))
