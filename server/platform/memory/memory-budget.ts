import { totalmem } from 'node:os'

/** A part of the memory that we may use, which a container may have less of than its machine; in bytes. */
export function memoryBudget(
  part: number,
  { least = 0, most }: { least?: number; most: number },
  memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): number {
  return Math.floor(Math.max(least, Math.min(memory * part, most)))
}

export const MiB = 1024 ** 2
export const GiB = 1024 ** 3
