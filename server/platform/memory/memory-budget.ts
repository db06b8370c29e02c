import { totalmem } from 'node:os'

/** A share of the memory available to this process, which in a container may be less than the machine's; in bytes. */
export function memoryBudget(
  share: number,
  { min = 0, max }: { min?: number; max: number },
  memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): number {
  return Math.floor(Math.max(min, Math.min(memory * share, max)))
}

export const MiB = 1024 ** 2
export const GiB = 1024 ** 3
