import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReportColumn } from '../reportModel.ts'
import { tableWidths } from './pdfWidths.ts'

const COLUMNS: readonly ReportColumn[] = [
  { title: 'Reason', kind: 'text' },
  { title: 'OEE points per minute saved a shift', kind: 'number' },
]
const BODY = [['Setup', '0.19']]

test('a header takes two lines where there is room, and no word of it breaks where there is none', () => {
  const [, wide = 0] = tableWidths(COLUMNS, BODY, 800).widths
  const [, narrow = 0] = tableWidths(COLUMNS, BODY, 60).widths
  // Letters of the header are 0.7 of their size of 8 points.
  assert.ok(wide >= (COLUMNS[1]?.title.length ?? 0) * 0.35 * 8, `${wide}`)
  assert.ok(narrow >= 'points'.length * 0.7 * 5, `${narrow}`)
  const { widths } = tableWidths(COLUMNS, BODY, 100)
  assert.ok(widths.reduce((sum, one) => sum + one, 0) <= 100)
})
