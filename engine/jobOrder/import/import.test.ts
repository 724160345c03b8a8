import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { plainWords } from './headerWords.ts'
import type { Cell, ImportField, ImportMapping } from './importField.ts'
import { dateOrderOf, instantOf, readWallTime } from './readInstant.ts'
import { decimalSignOf, readNumber } from './readNumber.ts'
import { rowReader } from './readRow.ts'
import type { ImportPlace } from './readRow.ts'
import { answeredColumns, decidedMapping, savedMappingOn, suggestMapping } from './suggestMapping.ts'

const KNOWN = { skus: new Set(['dt-2377', 'ht-8019']), places: new Set(['press-3', 'press-7']) }
const at = (text: Cell, zone = 'Europe/Warsaw', isEnd = false) => {
  const time = readWallTime(text, 'DAY_FIRST')
  return time == null ? time : new Date(instantOf(time, zone, { isEnd })).toISOString()
}

describe('numbers of a file', () => {
  it('have one decimal sign a column, which one value with both signs decides', () => {
    assert.equal(decimalSignOf(['1.250,5', '1.250']), 'COMMA')
    assert.equal(readNumber('1.250,5', 'COMMA'), 1250.5)
    assert.equal(readNumber('1.250', 'COMMA'), 1250)
    assert.equal(decimalSignOf(['1,250.5']), 'DOT')
    assert.equal(decimalSignOf(['12,5', '7']), 'COMMA')
    assert.equal(decimalSignOf(['1.000.000', '12']), 'COMMA')
    assert.equal(decimalSignOf(['0.250']), 'DOT')
  })

  it('are asked for where only 1.250 stands, and where values contradict each other', () => {
    assert.equal(decimalSignOf(['1.250']), 'UNCLEAR')
    assert.equal(decimalSignOf(['1,250', '']), 'UNCLEAR')
    assert.equal(decimalSignOf(['1,5', '1.5']), 'UNCLEAR')
    assert.equal(decimalSignOf(['500', 1250.5, null]), 'DOT')
  })

  it('are none with letters, with thousands in the wrong place and with the other sign', () => {
    for (const text of ['12a', '1.25.0', '1,2,3', '-', '1e5', '=1+1', '0x10', '1.250,5'])
      assert.equal(readNumber(text, 'DOT'), undefined, text)
    assert.equal(readNumber('', 'DOT'), null)
    assert.equal(readNumber('1 250 000', 'DOT'), 1_250_000)
    assert.equal(readNumber("1'250.5", 'DOT'), 1250.5)
    assert.equal(readNumber(1250.5, 'COMMA'), 1250.5)
  })

  it('are the same in 10,000 spellings', () => {
    const spelled = fc
      .tuple(
        fc.integer({ min: -999_999_999, max: 999_999_999 }),
        fc.nat(999),
        fc.constantFrom('COMMA', 'DOT'),
        fc.constantFrom('', ' ', '\u00a0', "'", 'sign'),
      )
      .map(([whole, places, sign, gap]) => {
        const between = gap !== 'sign' ? gap : sign === 'COMMA' ? '.' : ','
        const digits = String(Math.abs(whole)).replace(/\B(?=(\d{3})+$)/g, between)
        const fraction = String(places).padStart(3, '0')
        const text = `${whole < 0 ? '-' : ''}${digits}${sign === 'COMMA' ? ',' : '.'}${fraction}`
        return { text, sign, value: Number(`${whole < 0 ? '-' : ''}${Math.abs(whole)}.${fraction}`) }
      })
    fc.assert(
      fc.property(spelled, ({ text, sign, value }) => {
        assert.equal(readNumber(text, sign), value)
        const found = decimalSignOf([text])
        assert.ok(found === sign || found === 'UNCLEAR')
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('dates of a file', () => {
  it('are wall times of the work center, also on the nights of clock changes', () => {
    assert.equal(at('03.05.2026 06:00'), '2026-05-03T04:00:00.000Z')
    assert.equal(at('29.03.2026 02:30'), '2026-03-29T01:30:00.000Z')
    assert.equal(at('25.10.2026 02:30'), '2026-10-25T00:30:00.000Z')
    assert.equal(at('25.10.2026 03:30'), '2026-10-25T02:30:00.000Z')
    assert.equal(at('2026-11-01 01:30', 'America/New_York'), '2026-11-01T05:30:00.000Z')
    assert.equal(at('2026-03-08 02:30', 'America/New_York'), '2026-03-08T07:30:00.000Z')
  })

  it('agree with the calendar of the runtime at every minute around a clock change', () => {
    const zones = ['Europe/Warsaw', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca']
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 525_600 }), (zone, minute) => {
        const wall = Date.UTC(2026, 0, 1) + minute * 60_000
        const text = new Date(wall).toISOString().slice(0, 16)
        const expected = Temporal.PlainDateTime.from(text).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
        assert.equal(instantOf({ wall, hasTime: true, offsetMs: null }, zone, { isEnd: false }), expected, `${text} ${zone}`)
      }),
      { numRuns: 2000 },
    )
  })

  it('are read in the forms of people, of machines and of workbooks', () => {
    assert.equal(at('2026-05-03T06:00:00Z'), '2026-05-03T06:00:00.000Z')
    assert.equal(at('2026-05-03T06:00+05:45'), '2026-05-03T00:15:00.000Z')
    assert.equal(at('3.5.26 6:00'), '2026-05-03T04:00:00.000Z')
    assert.equal(at('3/5/2026 1:30 PM'), '2026-05-03T11:30:00.000Z')
    assert.equal(at(46145.25), '2026-05-03T04:00:00.000Z')
    assert.equal(at('46145,25'), '2026-05-03T04:00:00.000Z')
    assert.equal(at(''), null)
    for (const text of ['31.02.2026', '2026-13-01', '03.05.2026 25:00', 'tomorrow', '99999', '3.5.2026 6:75'])
      assert.equal(at(text), undefined, text)
  })

  it('without a time are the first minute of the day, as an end its last one', () => {
    assert.equal(at('2026-05-03'), '2026-05-02T22:00:00.000Z')
    assert.equal(at('2026-05-03', 'Europe/Warsaw', true), '2026-05-03T21:59:00.000Z')
  })

  it('with slashes are decided by a day above 12, else asked for', () => {
    assert.equal(dateOrderOf(['03/04/2026']), 'UNCLEAR')
    assert.equal(dateOrderOf(['03/04/2026', '13/04/2026']), 'DAY_FIRST')
    assert.equal(dateOrderOf(['03/04/2026', '04/25/2026']), 'MONTH_FIRST')
    assert.equal(dateOrderOf(['13/04/2026', '04/25/2026']), 'UNCLEAR')
    assert.equal(dateOrderOf(['2026-04-03', '03.04.2026', '05/05/2026']), 'DAY_FIRST')
  })
})

describe('columns of a file', () => {
  const fieldsOf = (headers: readonly string[], rows: readonly (readonly Cell[])[] = []) =>
    suggestMapping({ headers, rows }, KNOWN).columns.map(({ field }) => field)

  it('are recognised by their headers in six languages', () => {
    const wanted: readonly ImportField[] = ['code', 'productCode', 'plannedQuantity', 'workCenterCode', 'dueDate']
    for (const headers of [
      ['Order number', 'SKU', 'Quantity', 'Work center', 'Due date'],
      ['Nr zlecenia', 'Kod produktu', 'Ilość', 'Stanowisko', 'Termin'],
      ['Номер замовлення', 'Код виробу', 'Кількість', 'Верстат', 'Термін'],
      ['Номер заказа', 'Артикул', 'Кол-во', 'Станок', 'Срок сдачи'],
      ['Número de orden', 'Código de producto', 'Cantidad', 'Máquina', 'Fecha de entrega'],
      ['Buyurtma raqami', 'Mahsulot kodi', 'Miqdori', 'Dastgoh', 'Muddati'],
      ['orderNo', 'productCode', 'plannedQuantity', 'workCenterCode', 'dueDate'],
    ])
      assert.deepEqual(fieldsOf(headers), wanted, headers.join())
  })

  it('are recognised by what is known where the header says nothing', () => {
    assert.deepEqual(fieldsOf(['Order', 'A', 'B', 'Qty'], [['1', 'DT-2377', 'press-3', 5]]), [
      'code',
      'productCode',
      'workCenterCode',
      'plannedQuantity',
    ])
  })

  it('feed one field once', () => {
    const found = fieldsOf(['Quantity', 'Qty', 'Order', 'Order number', 'SKU', 'Item']).filter((field) => field !== null)
    assert.equal(new Set(found).size, found.length)
  })

  it('of equal headers take over what each of them was', () => {
    const date = { header: 'Date', decimal: null } as const
    const saved = [
      { ...date, field: null, dates: null },
      { ...date, header: 'Order', field: 'code', dates: null },
      { ...date, field: 'dueDate', dates: 'MONTH_FIRST' },
    ] as const
    const fields = (headers: readonly string[]) => savedMappingOn(headers, saved).map(({ field }) => field)
    assert.deepEqual(fields(['Date', 'Order', 'Date']), [null, 'code', 'dueDate'])
    assert.deepEqual(fields(['Order', 'Date', 'date', 'DATE']), ['code', null, 'dueDate', null])
  })

  it('are saved with what people answered, not with what their values decided', () => {
    const table = {
      headers: ['Qty', 'Plan', 'Due', 'Start'],
      rows: [['12.5', '1.250', '13/04/2026', '03/04/2026']],
    }
    const column = { decimal: 'DOT', dates: null } as const
    const due = { decimal: null, dates: 'DAY_FIRST' } as const
    const mapping = {
      workCenterId: null,
      cycleUnitMs: 1000,
      columns: [
        { ...column, field: 'plannedQuantity' },
        { ...column, field: 'priority' },
        { ...due, field: 'dueDate' },
        { ...due, field: 'planStart' },
      ],
    } as const
    assert.deepEqual(
      answeredColumns(table, mapping).map(({ decimal, dates }) => [decimal, dates]),
      [
        [null, null],
        ['DOT', null],
        [null, null],
        [null, 'DAY_FIRST'],
      ],
    )
    // Somebody knew better than the values.
    const other = {
      ...mapping,
      columns: mapping.columns.map((one) => ({ ...one, ...(one.field === 'plannedQuantity' && { decimal: 'COMMA' as const }) })),
    }
    assert.equal(answeredColumns(table, other)[0]?.decimal, 'COMMA')
  })

  it('take over a saved mapping by their headers, in whatever order they stand', () => {
    const saved = [
      { header: 'Ilość', field: 'plannedQuantity', decimal: 'COMMA', dates: null },
      { header: 'Nr', field: 'code', decimal: null, dates: null },
    ] as const
    assert.deepEqual(
      savedMappingOn(['NR', 'x', 'ilosc'], saved).map(({ field, decimal }) => [field, decimal]),
      [
        ['code', null],
        [null, null],
        ['plannedQuantity', 'COMMA'],
      ],
    )
  })

  it('ask what nobody can know, and no longer once it was answered', () => {
    const table = { headers: ['Order', 'Qty', 'Due'], rows: [['A', '1.250', '03/04/2026']] }
    const mapping = suggestMapping(table, KNOWN)
    const { questions } = decidedMapping(table, mapping)
    assert.deepEqual(questions, [
      { column: 1, kind: 'DECIMAL', example: '1.250' },
      { column: 2, kind: 'DATE_ORDER', example: '03/04/2026' },
    ])
    const answered: ImportMapping = {
      ...mapping,
      columns: mapping.columns.map((column, index) => ({
        ...column,
        ...(index === 1 && { decimal: 'COMMA' }),
        ...(index === 2 && { dates: 'MONTH_FIRST' }),
      })),
    }
    assert.deepEqual(decidedMapping(table, answered).questions, [])
  })

  it('are compared without accents and signs, but й stays a letter', () => {
    assert.equal(plainWords('Kod_Zlecenia / NR'), 'kod zlecenia nr')
    assert.equal(plainWords('plannedQuantity'), 'planned quantity')
    assert.equal(plainWords('Найменування'), 'найменування')
  })
})

describe('a row of a file', () => {
  const place = (id: number, name: string, code: string | null): ImportPlace => ({
    id: asId<WorkCenterId>(id),
    name,
    code,
    zone: 'Europe/Warsaw',
    unit: 'pcs',
    isArchived: false,
    isShutDown: false,
    hasSpeed: true,
  })
  const known = { items: [], places: [place(1, 'Press 3', 'p3'), place(2, 'Twin', null), place(3, 'Twin', 't2')], mayCreateItems: true }
  const mappingOf = (...fields: readonly ImportField[]): ImportMapping => ({
    columns: fields.map((field) => ({ field, decimal: 'DOT', dates: 'DAY_FIRST' })),
    workCenterId: null,
    cycleUnitMs: 60_000,
  })
  const told = (mapping: ImportMapping, ...cells: readonly Cell[]) =>
    rowReader(mapping, known)({ no: 2, cells, isLeftOut: false }).problems.map(({ column, field, code }) => `${column} ${field} ${code}`)

  it('tells all that is wrong with it at once, at the cells', () => {
    const mapping = mappingOf('code', 'productCode', 'plannedQuantity', 'workCenterCode', 'dueDate', 'priority', 'status')
    assert.deepEqual(told(mapping, '', '', 'many', 'p9', 'soon', '0', 'closed'), [
      '0 code REQUIRED',
      '3 workCenterCode WORK_CENTER_NOT_FOUND',
      '1 productCode REQUIRED',
      '2 plannedQuantity NOT_A_NUMBER',
      '5 priority VALUE_OUT_OF_RANGE',
      '4 dueDate IMPORT_NOT_A_DATE',
      '6 status IMPORT_STATUS_UNKNOWN',
    ])
  })

  it('finds its work center by code, by name or by what the mapping says for all', () => {
    const mapping = mappingOf('code', 'productCode', 'plannedQuantity', 'workCenterCode')
    const read = (cell: Cell, usual: number | null = null) =>
      rowReader({ ...mapping, workCenterId: usual }, known)({ no: 2, cells: ['A', 'S', 5, cell], isLeftOut: false })
    assert.equal(read('P3').place?.id, 1)
    assert.equal(read('press 3').place?.id, 1)
    // Two of one name are told apart by their codes alone.
    assert.equal(read('Twin').place, null)
    assert.equal(read('t2').place?.id, 3)
    assert.equal(read('', 2).place?.id, 2)
    assert.equal(read('').problems[0]?.code, 'REQUIRED')
  })

  it('reads cycles in the unit of the mapping, and statuses in six languages', () => {
    const mapping = mappingOf('code', 'productCode', 'plannedQuantity', 'workCenterCode', 'targetCycleTime', 'status')
    const { values } = rowReader(mapping, known)({ no: 2, cells: ['A', 'S', '5', 'p3', '0.21', 'Szkic'], isLeftOut: false })
    assert.equal(values?.planCycleTimeMs, 12_600)
    assert.equal(values?.status, 'DRAFT')
  })
})
