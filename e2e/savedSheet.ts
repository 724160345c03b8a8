import { buffer, text } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import type { Locator, Page } from 'playwright-core'

/** Returns the first sheet of the workbook that the button saves, and the name and the bytes of the file. */
export async function savedSheet(page: Page, button: Locator) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  const bytes = new Uint8Array(await buffer(await file.createReadStream()))
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  const [sheet] = sheets
  return {
    name: file.suggestedFilename(),
    bytes,
    rows: sheet?.rows ?? [],
    formatAt: (cell: string) => sheet?.cells?.get(cell)?.style?.numFmt,
  }
}

/** Returns the lines of the CSV file that the button saves, its header first, each divided into its cells. */
export async function savedLines(page: Page, button: Locator): Promise<readonly (readonly string[])[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  const csv = (await text(await file.createReadStream())).replace('\uFEFF', '').trim()
  return csv
    .split(/\r?\n/)
    .map((line) =>
      (line.match(/"(?:[^"]|"")*"|[^,]+|(?<=,|^)(?=,|$)/g) ?? []).map((cell) => cell.replace(/^"|"$/g, '').replaceAll('""', '"')),
    )
}

/** 31 December 1899, from which the reader counts what is no date. */
const NO_DAY = Date.UTC(1899, 11, 31)

/** Returns how long a duration of a sheet is, in ms: the reader makes a date of it. */
export function lengthOf(cell: unknown): number {
  return cell instanceof Date ? cell.getTime() - NO_DAY : Number.NaN
}
