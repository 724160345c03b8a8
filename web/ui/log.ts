/** Writes a failure that the page lives with to the browser's console, where support asks people to look. */
export function logFailure(message: string, error: unknown): void {
  // oxlint-disable-next-line no-console
  console.error(message, error)
}
