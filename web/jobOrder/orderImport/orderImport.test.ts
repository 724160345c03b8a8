import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { suggestMapping } from '#engine/jobOrder/import/suggestMapping.ts'
import {
  destroyedBy,
  endedCodes,
  keptCause,
  likelyFirst,
  mappingWith,
  outcomeChips,
  paramsOf,
  reachableSteps,
  shortened,
  stepOf,
  templateFile,
  valueText,
  wordOfFile,
} from './orderImport.view.ts'

const COLUMN = { header: 'A', examples: [], filled: 1, decimalSign: null, dateOrder: null }
const COUNTS = { create: 12, update: 5, close: 1, cancel: 6, recreate: 0, unchanged: 30, refused: 2, leftOut: 0 }

describe('the import of job orders', () => {
  it('stands at a step, and goes back until it is applied', () => {
    assert.equal(stepOf(null), 'FILE')
    assert.deepEqual(
      (['UPLOADED', 'MAPPED', 'CHECKED', 'FAILED', 'APPLYING', 'APPLIED', 'UNDONE', 'EXPIRED'] as const).map((state) => stepOf({ state })),
      ['COLUMNS', 'COLUMNS', 'CHECK', 'CHECK', 'CHECK', 'DONE', 'DONE', 'FILE'],
    )
    assert.deepEqual(reachableSteps({ state: 'CHECKED' }), ['FILE', 'COLUMNS', 'CHECK'])
    assert.deepEqual(reachableSteps({ state: 'APPLYING' }), ['CHECK'])
    assert.deepEqual(reachableSteps({ state: 'APPLIED' }), ['DONE'])
  })

  it('tells twenty codes of what an undo does and how many others, and why an order is kept', () => {
    const codes = Array.from({ length: 23 }, (_one, index) => `A-${index + 1}`)
    assert.deepEqual(shortened(codes), { shown: codes.slice(0, 20), more: 3 })
    assert.deepEqual(shortened(['A-1']), { shown: ['A-1'], more: 0 })
    assert.deepEqual(['CODE_TAKEN', 'GONE', 'SOMETHING_NEW'].map(keptCause), ['CODE_TAKEN', 'GONE', 'CHANGED'])
  })

  it('counts what gives way, and shows what is refused first', () => {
    assert.equal(destroyedBy({ counts: COUNTS }), 7)
    assert.equal(destroyedBy({ counts: null }), 0)
    assert.deepEqual(
      outcomeChips(COUNTS).map(({ outcome, count }) => `${outcome} ${count}`),
      ['REFUSED 2', 'CREATE 12', 'UPDATE 5', 'UNCHANGED 30'],
    )
  })

  it('names the orders that give way, with what was made of them, and no more than can be read', () => {
    const order = (orderCode: string, acceptedOutput: number) =>
      ({ jobOrderId: 1, orderCode, acceptedOutput, status: acceptedOutput > 0 ? 'TECHNICALLY_COMPLETED' : 'CANCELLED' }) as const
    assert.deepEqual(endedCodes([order('A', 0), order('K', 40), order('B', 0)]), { cancelled: 'A, B', closed: 'K (40)' })
    assert.match(endedCodes(Array.from({ length: 25 }, (_none, at) => order(`N${at}`, 0))).cancelled, /N19, \+5$/)
  })

  it('feeds a field from one column: chosen for another, it moves there', () => {
    const shown = {
      columns: [
        { ...COLUMN, field: 'code' as const },
        { ...COLUMN, field: null },
      ],
      workCenterId: 3,
      cycleTimeUnitId: 5,
    }
    assert.deepEqual(
      mappingWith(shown, 1, { field: 'code' }).columns.map(({ field }) => field),
      [null, 'code'],
    )
    assert.deepEqual(
      mappingWith(shown, 0, { decimalSign: 'COMMA' }).columns.map(({ field, decimalSign }) => [field, decimalSign]),
      [
        ['code', 'COMMA'],
        [null, null],
      ],
    )
  })

  it('writes old and new values as people read them', () => {
    const format = { dateTime: (at: number) => new Date(at).toISOString(), number: String }
    assert.equal(valueText('dueDate', '0', format), '1970-01-01T00:00:00.000Z')
    assert.equal(valueText('planCycleTime', '12600', format), '12.6 s')
    assert.equal(valueText('description', null, format), '—')
    assert.deepEqual(paramsOf('{"min":1}'), { min: 1 })
  })

  it('says what is wrong with a file as exactly as the server does', () => {
    assert.equal(wordOfFile({ code: 'IMPORT_FILE_NOT_READABLE', params: { reason: 'OLD_WORKBOOK' } }), 'OLD_WORKBOOK')
    assert.equal(wordOfFile({ code: 'IMPORT_TOO_LARGE', params: { what: 'ROWS', max: 20_000 } }), 'ROWS')
    assert.equal(wordOfFile({ code: 'IMPORT_TOO_LARGE', params: {} }), null)
    assert.equal(wordOfFile({ code: 'FORBIDDEN', params: { what: 'ROWS' } }), null)
  })

  it('offers the saved columns that fit a file best ahead', () => {
    const saved = [
      { id: 3, headers: ['Nr', 'Menge'] },
      { id: 2, headers: ['order', 'sku', 'qty'] },
      { id: 1, headers: ['Order ', 'SKU'] },
    ]
    const ids = (headers: readonly string[]) => likelyFirst(saved, headers).map(({ id }) => id)
    assert.deepEqual(ids(['Order', 'Sku', 'Qty']), [2, 1, 3])
    assert.deepEqual(ids(['Nr', 'Menge']), [3, 2, 1])
    assert.deepEqual(ids([]), [3, 2, 1])
  })

  it('offers a template whose columns are recognised', () => {
    const [header = '', row = ''] = templateFile().replace('\ufeff', '').split('\r\n')
    const table = { headers: header.split(','), rows: [row.split(',')] }
    const { columns } = suggestMapping(table, { skus: new Set(), places: new Set() })
    assert.deepEqual(
      columns.map(({ field }) => field),
      table.headers,
    )
  })
})
