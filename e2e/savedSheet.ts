import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import type { Locator, Page } from 'playwright-core'

/** Returns the first sheet of the workbook that the button saves, and the name of the file. */
export async function savedSheet(page: Page, button: Locator) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  const { sheets } = await readXlsx(new Uint8Array(await buffer(await file.createReadStream())), { readStyles: true })
  const [sheet] = sheets
  return { name: file.suggestedFilename(), rows: sheet?.rows ?? [], formatAt: (cell: string) => sheet?.cells?.get(cell)?.style?.numFmt }
}

/** 31 December 1899, from which the reader counts what is no date. */
const NO_DAY = Date.UTC(1899, 11, 31)

/** Returns how long a duration of a sheet is, in ms: the reader makes a date of it. */
export function lengthOf(cell: unknown): number {
  return cell instanceof Date ? cell.getTime() - NO_DAY : Number.NaN
}
