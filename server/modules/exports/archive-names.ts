import { toFileName } from '#server/shared/file-name.ts'

/** Windows and macOS take names for the same that differ in case, or in how their letters are encoded. */
const fold = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC')

/** Gives names to the files of an archive: each once, wherever it is unpacked. */
export function createArchiveNames() {
  const taken = new Set<string>()
  return (folder: string, text: string, extension: string): string => {
    const base = `${folder}/${toFileName(text)}`
    for (let number = 1; ; number++) {
      const name = `${base}${number > 1 ? `-${number}` : ''}.${extension}`
      if (taken.has(fold(name))) continue
      taken.add(fold(name))
      return name
    }
  }
}
