/** Returns points with their sign and one place; nothing that is shown as 0 has one. */
export function signedPoints(points: number, format: { readonly number: (value: number, digits: number) => string }): string {
  const shown = format.number(Math.abs(points), 1)
  if (Math.abs(points) < 0.05) return shown
  return `${points < 0 ? '−' : '+'}${shown}`
}
