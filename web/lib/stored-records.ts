/** Records in IndexedDB, which survive a closed tab and a crash. Where it is blocked, nothing is stored. */

const store = 'records'

export const uploadDrafts = 'upload-drafts'
export const draftsPrefix = (userId: string) => `${userId}/`

function open(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(store)
  return resultOf(opening)
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Runs a task on the records; undefined where there is no storage. */
async function withRecords<Result>(
  name: string,
  task: (records: IDBObjectStore) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const database = await open(name)
    try {
      const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
      const result = await task(transaction.objectStore(store))
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve
        transaction.onabort = () => reject(transaction.error)
        transaction.commit()
      })
      return result
    } finally {
      database.close()
    }
  } catch (error) {
    console.warn(error)
    return undefined
  }
}

/** All records whose keys begin with the prefix, by the rest of their keys. Others are deleted. Undefined without storage. */
export async function readRecords(
  name: string,
  prefix: string,
): Promise<Map<string, unknown> | undefined> {
  const found = await withRecords(name, async (records) => {
    deleteOthers(records, prefix)
    const [keys, values] = await Promise.all([
      resultOf(records.getAllKeys()),
      resultOf(records.getAll()),
    ])
    return keys.map((key, index) => [String(key), values[index]] as const)
  })
  return found && new Map(found.map(([key, value]) => [key.slice(prefix.length), value]))
}

/** Deletes all records but those whose keys begin with the prefix. */
export const deleteOtherRecords = (name: string, prefix: string) =>
  withRecords(name, async (records) => deleteOthers(records, prefix))

function deleteOthers(records: IDBObjectStore, prefix: string) {
  records.delete(IDBKeyRange.upperBound(prefix, true))
  records.delete(IDBKeyRange.lowerBound(`${prefix}\uffff`))
}

/** Writes records; one that is undefined is deleted. */
export async function writeRecords(
  name: string,
  prefix: string,
  changes: ReadonlyMap<string, unknown>,
): Promise<void> {
  await withRecords(name, async (records) => {
    for (const [key, value] of changes)
      if (value === undefined) records.delete(prefix + key)
      else records.put(value, prefix + key)
  })
}
