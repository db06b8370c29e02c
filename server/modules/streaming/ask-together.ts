type Asked<Found> = {
  id: string
  resolve(found: Found | undefined): void
  reject(error: unknown): void
}

/**
 * Questions that come in during one turn of the event loop go out as one. Nothing is remembered:
 * each is answered from what is there after it was asked, only cheaper when many ask at once.
 */
export function askTogether<Found extends { id: string }>(
  findAll: (ids: string[]) => Promise<Found[]>,
): (id: string) => Promise<Found | undefined> {
  let waiting: Asked<Found>[] = []

  async function answerAll() {
    const asked = waiting
    waiting = []
    try {
      const found = await findAll([...new Set(asked.map(({ id }) => id))])
      const byId = new Map(found.map((row) => [row.id, row]))
      for (const { id, resolve } of asked) resolve(byId.get(id))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return (id) =>
    new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject })
      if (waiting.length === 1) setImmediate(answerAll)
    })
}
