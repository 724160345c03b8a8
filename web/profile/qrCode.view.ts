import { encode } from 'uqr'

/** White modules around the code, by which cameras find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** Returns a QR code of the text as the side of a square and one path, a unit a module, the quiet zone included. */
export function qrDrawing(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { border: QUIET_ZONE, ecc: 'M' })
  const runs: string[] = []
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== true) continue
      const start = x
      while (row[x + 1] === true) x++
      runs.push(`M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`)
    }
  }
  return { size, path: runs.join('') }
}
