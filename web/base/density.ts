/** How high rows are: for the hand and the eye, many at once, or for gloves (U-12); kept in this browser, not with the person. */
export const DENSITIES = ['comfortable', 'compact', 'glove'] as const
export type Density = (typeof DENSITIES)[number]

const KEY = 'trueline.density'

/** Returns the density of this browser. */
export function currentDensity(): Density {
  const stored = localStorage.getItem(KEY)
  return DENSITIES.find((density) => density === stored) ?? 'comfortable'
}

/** Keeps the density and shows it at once: `--row` of theme.css follows the attribute. */
export function setDensity(density: Density): void {
  localStorage.setItem(KEY, density)
  showDensity()
}

/** Writes the density of this browser to the page. */
export function showDensity(): void {
  document.documentElement.dataset['density'] = currentDensity()
}
