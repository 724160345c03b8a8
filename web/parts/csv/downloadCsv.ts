/** Gives a CSV text to the browser as a file to keep. */
export function downloadCsv(name: string, text: string): void {
  downloadFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}

/** Gives bytes to the browser as a file to keep. */
export function downloadFile(name: string, bytes: Blob): void {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
