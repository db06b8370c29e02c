/** Has the browser save what a URL of this site sends. It shows the progress, and resumes after a lost connection. */
export function saveFile(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
