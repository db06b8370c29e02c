import { percentile } from './measure.ts'
import { cpuSeconds } from './processes.ts'

/** The server's; the memory is measured by a function of its process id. */
export type Others = {
  server: { pid: number; url: string }
  /** What others request, in turn. */
  paths: readonly string[]
  seconds: number
  memoryOf(pid: number): number
}

export type Attack = (isOver: () => boolean) => Promise<string[]>

/** `slow` is the 95th percentile; `statuses` are those of the responses to the attack. */
export type Measurement = {
  median: number
  slow: number
  memory: number
  cpuPerRequest: number
  statuses: string
}

/** What others wait for during an attack, and what it costs the server. */
export async function measureOthers(
  { server, paths, seconds, memoryOf }: Others,
  attack: Attack,
): Promise<Measurement> {
  const { pid, url } = server
  const end = performance.now() + seconds * 1000
  const isOver = () => performance.now() > end
  const cpu = cpuSeconds(pid)
  let memory = memoryOf(pid)
  const watch = setInterval(() => {
    memory = Math.max(memory, memoryOf(pid))
  }, 50)
  const attacking = attack(isOver)
  const times: number[] = []
  for (let call = 0; !isOver(); call++) {
    const start = performance.now()
    await fetch(url + paths[call % paths.length]).then((response) => response.arrayBuffer())
    times.push(performance.now() - start)
  }
  const statuses = await attacking
  clearInterval(watch)
  return {
    median: percentile(times, 0.5),
    slow: percentile(times, 0.95),
    memory,
    cpuPerRequest: (cpuSeconds(pid) - cpu) / statuses.length,
    statuses: [...new Set(statuses)].join(', '),
  }
}
