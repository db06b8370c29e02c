/** Has the browser save what a URL of this site sends. It shows the progress, and resumes after a lost connection. */
export function saveFile(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

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
