/** Palette for teams, groups and sensors. Each colour has at least 3:1 contrast on both surfaces (tested, U-11). */
export const MARK_COLORS = [
  '#D73226',
  '#D6551F',
  '#C47216',
  '#A07C0D',
  '#788922',
  '#3E8C2F',
  '#1E8D56',
  '#159181',
  '#178AA2',
  '#1886D4',
  '#3C74E3',
  '#7268DF',
  '#9B5ED7',
  '#B44DC4',
  '#D63E97',
  '#72808E',
] as const

/** The surfaces on which such a colour may stand, light and dark (web/shell/styles.css). */
export const SURFACES = { light: ['#FFFFFF', '#F4F6F8'], dark: ['#1A2129', '#12171D'] } as const

/** WCAG 1.4.11: minimum contrast of a mark with its surroundings. */
export const MARK_CONTRAST = 3

/** Returns whether the text is a colour of six hexadecimal digits. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** Returns the contrast of the colour on the surfaces of each scheme, the lower of two; null for an invalid colour. */
export function contrastOf(color: string): { readonly light: number; readonly dark: number } | null {
  if (!isColor(color)) return null
  const least = (surfaces: readonly string[]) => Math.min(...surfaces.map((surface) => ratio(luminance(color), luminance(surface))))
  return { light: least(SURFACES.light), dark: least(SURFACES.dark) }
}

function ratio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Relative luminance of WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
