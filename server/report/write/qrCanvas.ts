import type { CanvasElement } from 'pdfmake/interfaces.js'
import { encode } from 'uqr'

/** Of one dot in points: 0.35 mm, which a telephone reads from a print of an office. */
const DOT = 1
/** A little more, so that no white line shows between two dots. */
const OVERLAP = 0.03
/** A longer text has dots that are too many for the foot of a page. */
const MOST_LETTERS = 192

/** A code to scan as vectors, and its side in points. */
type QrCanvas = { readonly side: number; readonly draw: () => CanvasElement[] }

/** Returns the text as a code to scan for the foot of a page; null where it is too long for one. Black on white, since scanners need it so. */
export function qrCanvas(text: string): QrCanvas | null {
  if (text.length > MOST_LETTERS) return null
  const { size, data } = encode(text, { ecc: 'L', border: 0 })
  return { side: size * DOT, draw: () => data.flatMap(lineOf) }
}

/** Neighbours are one piece. */
function lineOf(dots: readonly boolean[], line: number): CanvasElement[] {
  const pieces: CanvasElement[] = []
  for (let at = 0; at < dots.length; at++) {
    if (dots[at] !== true) continue
    const from = at
    while (dots[at + 1] === true) at++
    pieces.push({
      type: 'rect',
      x: from * DOT,
      y: line * DOT,
      w: (at - from + 1) * DOT + OVERLAP,
      h: DOT + OVERLAP,
      color: '#000000',
      lineWidth: 0,
    })
  }
  return pieces
}
