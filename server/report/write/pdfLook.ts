/** Colours of paper. Bars carry a pattern too, so that grey print works. */
export const INK = '#1a1f26'
export const MUTED = '#5b6572'
export const RULE = '#d5dae0'
export const PAPER = '#ffffff'
/** What leads somewhere. */
export const LINK = '#1f5ba8'
export const BAR = '#2f6db3'
/** Time that ran. */
export const RUN = '#2e8b57'
/** Of the parts of bars, in turn with patterns; the last one, mostly all others together, steps back. */
export const SERIES = ['#2f6db3', '#b4532a', '#2e8b57', '#7a4fa3', '#8a6d1a', '#1f7a8c', '#a33d66', '#c3c9d1'] as const
/** What a step takes away. */
export const LOST = '#b4532a'

/** Figures of one width: otherwise kerning hides the decimal point under a 7. */
export const FIGURES: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum']

/** How a page stands. */
export type Orientation = 'landscape' | 'portrait'

/** Of A4, in points. */
const A4 = { landscape: 841.89, portrait: 595.28 } as const satisfies Readonly<Record<Orientation, number>>

/** Returns the width of the text of a page, in points. */
export function pageWidth(margin: number, orientation: Orientation): number {
  return A4[orientation] - 2 * margin
}
