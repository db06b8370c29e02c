/** Saves a text as a file. */
export function saveText(fileName: string, text: string, type = 'text/plain'): void {
  const objectUrl = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = objectUrl
  link.download = fileName
  link.click()
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(objectUrl), 60_000)
}
