import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import type { Role } from '#engine/access/abilities.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import type { CompanyRecordsChange } from '#engine/event/recordsChange.ts'
import { readRecordsMessage, RECORDS_CHANNEL } from '#server/event/notifyRecords.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'

type Counts = Readonly<Record<'cancel' | 'close' | 'create' | 'leftOut' | 'recreate' | 'refused' | 'unchanged' | 'update', number>>
type Import = {
  readonly id: number
  readonly state: string
  readonly counts: Counts
  readonly checkToken: string | null
  readonly questions: readonly { readonly column: number; readonly kind: string; readonly example: string }[]
  readonly columns: readonly {
    readonly header: string
    readonly field: string | null
    readonly examples: readonly string[]
    readonly filled: number
  }[]
  readonly kept: readonly { readonly orderCode: string; readonly cause: string }[]
  readonly isUndoable: boolean
  readonly sameFile: { readonly id: number } | null
  readonly ended: readonly { readonly orderCode: string; readonly status: string }[]
  readonly rows: {
    readonly totalItems: number
    readonly items: readonly {
      readonly no: number
      readonly outcome: string
      readonly orderCode: string | null
      readonly changes: readonly { readonly field: string; readonly before: string | null; readonly after: string | null }[]
      readonly problems: readonly { readonly code: string; readonly column: number | null }[]
    }[]
  }
}
const FIELDS = `id state counts { create update close cancel recreate unchanged refused leftOut } checkToken isUndoable
  questions { column kind example } columns { header field examples filled } kept { orderCode cause } sameFile { id } ended { orderCode status }
  rows(size: 100) { totalItems items { no outcome orderCode changes { field before after } problems { code column } } }`

describe('an import of job orders', () => {
  let api: TestApi
  let now = DAY_START + 2 * HOUR_MS
  let press = 0
  let lathe = 0

  before(async () => {
    api = await startTestApi({ now: () => now })
    press = await addPress(api, 'Press')
    lathe = await addPress(api, 'Lathe')
    for (const [name, sku] of [
      ['Down Tube', 'DT-2377'],
      ['Head Tube', 'HT-8019'],
    ])
      await ask(`mutation { createOrUpdateItem(input: { name: "${name}", sku: "${sku}", measureUnitId: 1 }) { id } }`)
    await api.database.pool.query(`update work_center set target_speed = 5, external_code = lower(name) where company_id = $1`, [ACME])
    await addShift(api, press, { hours: 8 })
  })
  after(() => api.close())

  const ask = (query: string, as: Role = 'ADMIN') => api.ask(query, { as })
  const refusalOf = ({ errors }: Answer) =>
    errors.map(({ extensions: { code, field } }) => (field === undefined ? code : `${field}: ${code}`)).join()
  const done = (answer: Answer, name: string): Import => {
    assert.deepEqual(answer.errors, [])
    return answer.data[name] as Import
  }
  const post = async (text: string | Uint8Array<ArrayBuffer>, { as = 'USER', name = 'orders.csv' }: { as?: Role; name?: string } = {}) =>
    fetch(`${api.origin}/api/imports?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await api.token(api.users[as])}`, 'x-schema-code': ACME, 'content-type': 'text/csv' },
      body: text,
    })
  const upload = async (text: string | Uint8Array): Promise<number> => {
    const response = await post(typeof text === 'string' ? text : new Uint8Array(text))
    assert.equal(response.status, 200)
    const { uploadId } = (await response.json()) as { readonly uploadId: number }
    return uploadId
  }
  const run = (id: number, more: string, as: Role = 'USER') =>
    ask(`mutation { importJobOrders(uploadId: ${id}, ${more}) { ${FIELDS} } }`, as)
  const check = async (id: number, more = '') => done(await run(id, `dryRun: true ${more}`), 'importJobOrders')
  const apply = async (id: number, more = '') => done(await run(id, more || 'dryRun: false'), 'importJobOrders')
  const read = async (id: number, as: Role = 'USER') =>
    done(await ask(`{ jobOrdersImport(id: ${id}) { ${FIELDS} } }`, as), 'jobOrdersImport')
  const edit = (id: number, more: string, as: Role = 'USER') =>
    ask(`mutation { editJobOrdersImport(id: ${id}, ${more}) { ${FIELDS} } }`, as)
  const undo = (id: number, as: Role = 'USER') => ask(`mutation { undoJobOrdersImport(id: ${id}) { ${FIELDS} } }`, as)
  const ordersAt = async (workCenterId: number) => {
    const { rows } = await api.database.pool.query<{ code: string; status: string; plan: number }>(
      `select order_code as code, status, plan_output::float as plan from job_order where work_center_id = $1 order by queue_rank, id`,
      [workCenterId],
    )
    return rows.map(({ code, status, plan }) => `${code} ${status} ${plan}`)
  }
  const wipe = async () => {
    await api.database.pool.query('delete from job_order_run')
    await api.database.pool.query('delete from job_order')
  }
  const countsOf = ({ counts }: Import) =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => `${kind} ${count}`)
      .toSorted()
      .join(', ')

  it('is laid out, checked, applied and taken back', async () => {
    const id = await upload(
      'Nr zlecenia;Kod produktu;Ilość;Stanowisko;Termin;Uwagi\nA-1;DT-2377;1.250,0;press;05.05.2026;first\nA-2;HT-8019;500,0;Press;;\n',
    )
    const laid = await read(id)
    assert.equal(laid.state, 'MAPPED')
    assert.deepEqual(
      laid.columns.map(({ field }) => field),
      ['code', 'productCode', 'plannedQuantity', 'workCenterCode', 'dueDate', 'notes'],
    )
    assert.deepEqual(laid.columns[5], { header: 'Uwagi', field: 'notes', examples: ['first'], filled: 1 })
    const checked = await check(id)
    assert.equal(countsOf(checked), 'create 2')
    assert.deepEqual(await ordersAt(press), [])
    const applied = await apply(id, `checkToken: "${checked.checkToken}"`)
    assert.equal(applied.state, 'APPLIED')
    assert.deepEqual(await ordersAt(press), ['A-1 PLANNED 1250', 'A-2 PLANNED 500'])
    const { rows } = await api.database.pool.query<{ due: string; source: string; import_id: number; kind: string; event_source: string }>(
      `select due_date as due, j.source, import_id, kind, e.source as event_source from job_order j join job_order_event e on e.job_order_id = j.id where order_code = 'A-1'`,
    )
    // The end of the day in Kyiv.
    assert.deepEqual(
      rows.map((row) => ({ ...row, due: Number(row.due) })),
      [{ due: Date.UTC(2026, 4, 5, 20, 59), source: 'IMPORT', import_id: id, kind: 'CREATED', event_source: 'IMPORT' }],
    )
    const again = await upload(
      'Nr zlecenia;Kod produktu;Ilość;Stanowisko;Termin;Uwagi\nA-1;DT-2377;1.250,0;press;05.05.2026;first\nA-2;HT-8019;500,0;Press;;\n',
    )
    const repeated = await check(again)
    assert.equal(countsOf(repeated), 'unchanged 2')
    assert.equal(repeated.sameFile?.id, id)
    const undone = done(await undo(id), 'undoJobOrdersImport')
    assert.equal(undone.state, 'UNDONE')
    assert.deepEqual(undone.kept, [])
    assert.deepEqual(await ordersAt(press), [])
    assert.equal(refusalOf(await undo(id)), 'UNDO_TOO_LATE')
    assert.equal(refusalOf(await run(id, 'dryRun: true')), 'IMPORT_CLOSED')
  })

  it('asks what only a person knows, and tells at once what is missing', async () => {
    const id = await upload('Order;SKU;Qty;Due\nB-1;DT-2377;1.250;03/04/2026\n')
    const laid = await read(id)
    assert.equal(laid.state, 'UPLOADED')
    assert.deepEqual(laid.questions, [
      { column: 2, kind: 'DECIMAL', example: '1.250' },
      { column: 3, kind: 'DATE_ORDER', example: '03/04/2026' },
    ])
    const refused = await run(id, 'dryRun: true')
    assert.equal(refusalOf(refused), 'mapping: IMPORT_COLUMN_REQUIRED')
    const mapping = `mapping: { workCenterId: ${press}, columns: [{ field: code }, { field: productCode }, { field: plannedQuantity, decimalSign: COMMA }, { field: dueDate, dateOrder: MONTH_FIRST }] }`
    assert.equal(countsOf(await check(id, mapping)), 'create 1')
    const saved = await ask(
      `mutation { saveImportMapping(importId: ${id}, name: " SAP ") { id name headers fields workCenterId } }`,
      'USER',
    )
    assert.deepEqual(saved.errors, [])
    const [kept] = saved.data['saveImportMapping'] as readonly {
      readonly id: number
      readonly name: string
      readonly workCenterId: number
    }[]
    assert.equal(kept?.name, 'SAP')
    assert.equal(kept.workCenterId, press)
    // The next file with these headers is read by it.
    const next = await read(await upload('Order;SKU;Qty;Due\nB-2;DT-2377;2.500;04/04/2026\n'))
    assert.equal(next.state, 'MAPPED')
    const twice = await run(
      id,
      `dryRun: true, mapping: { columns: [{ field: code }, { field: code }, { field: plannedQuantity }, { field: productCode }] }`,
    )
    assert.ok(twice.errors[0] !== undefined)
    assert.equal(refusalOf(await run(id, `dryRun: true, mapping: { columns: [{ field: code }] }`)), 'mapping: IMPORT_COLUMNS_DIFFER')
    assert.deepEqual((await ask(`mutation { deleteImportMapping(id: ${kept.id}) { id } }`, 'USER')).data['deleteImportMapping'], [])
    assert.equal(refusalOf(await ask(`mutation { deleteImportMapping(id: ${kept.id}) { id } }`, 'USER')), 'IMPORT_MAPPING_NOT_FOUND')
  })

  it('refuses rows with their cells; they are repaired, left out or skipped, and nothing is done by halves', async () => {
    await wipe()
    const id = await upload(
      'code,productCode,plannedQuantity,workCenterCode\nC-1,DT-2377,10,press\nC-2,NEW-1,20,press\nC-3,DT-2377,many,press\nC-4,DT-2377,-5,nowhere\n',
    )
    const checked = await check(id)
    assert.equal(countsOf(checked), 'create 1, refused 3')
    assert.deepEqual(
      checked.rows.items.map(({ problems }) => problems.map(({ code, column }) => `${column} ${code}`)),
      [[], ['1 ITEM_NOT_FOUND'], ['2 NOT_A_NUMBER'], ['3 WORK_CENTER_NOT_FOUND']],
    )
    assert.equal(refusalOf(await run(id, `checkToken: "${checked.checkToken}"`)), 'skipRefused: IMPORT_ROWS_REFUSED')
    assert.deepEqual(await ordersAt(press), [])
    const csv = await fetch(`${api.origin}/api/imports/${id}/refused.csv`, {
      headers: { authorization: `Bearer ${await api.token(api.users.USER)}`, 'x-schema-code': ACME },
    })
    const text = await csv.text()
    assert.match(
      text,
      /^row;code;productCode;plannedQuantity;workCenterCode;problems\r\n3;C-2;NEW-1;20;press;productCode ITEM_NOT_FOUND NEW-1\r\n/,
    )
    const edited = await ask(
      `mutation { editJobOrdersImport(id: ${id}, rows: [{ no: 4, cells: [{ column: 2, text: " 30 " }] }, { no: 5, isLeftOut: true }]) { state } }`,
      'USER',
    )
    assert.deepEqual(edited.errors, [])
    const better = await check(id, 'createItems: true')
    assert.equal(countsOf(better), 'create 3, leftOut 1')
    await apply(id, `checkToken: "${better.checkToken}"`)
    assert.deepEqual(await ordersAt(press), ['C-1 PLANNED 10', 'C-2 PLANNED 20', 'C-3 PLANNED 30'])
    assert.equal((await api.database.pool.query(`select 1 from item where sku = 'NEW-1'`)).rowCount, 1)
    done(await undo(id), 'undoJobOrdersImport')
    assert.equal((await api.database.pool.query(`select 1 from item where sku = 'NEW-1'`)).rowCount, 0)
    const skipping = await upload('code,productCode,plannedQuantity,workCenterCode\nC-1,DT-2377,10,press\nC-2,NEW-1,20,press\n')
    await apply(skipping, 'skipRefused: true')
    assert.deepEqual(await ordersAt(press), ['C-1 PLANNED 10'])
    const bad = await upload('code,productCode,plannedQuantity,workCenterCode\nC-1,,10,press\n')
    assert.equal(refusalOf(await run(bad, 'skipRefused: true')), 'IMPORT_EMPTY')
  })

  it('gives what was refused back as text that no spreadsheet computes', async () => {
    const id = await upload('code,productCode,plannedQuantity,workCenterCode\n=cmd()|A1,"<script>alert(1)</script>",20,press\n')
    await check(id)
    const csv = await fetch(`${api.origin}/api/imports/${id}/refused.csv`, {
      headers: { authorization: `Bearer ${await api.token(api.users.USER)}`, 'x-schema-code': ACME },
    })
    assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/)
    assert.match(csv.headers.get('content-disposition') ?? '', /^attachment/)
    assert.match(await csv.text(), /\r\n2[;,]"'=cmd\(\)\|A1"[;,]<script>alert\(1\)<\/script>[;,]20[;,]press[;,]/)
  })

  it('is refused when an order changed since the check', async () => {
    await wipe()
    const first = await upload('code,productCode,plannedQuantity,workCenterCode\nD-1,DT-2377,10,press\n')
    await apply(first)
    const id = await upload('code,productCode,plannedQuantity,workCenterCode\nD-1,DT-2377,30,press\n')
    const checked = await check(id)
    assert.deepEqual(checked.rows.items[0]?.changes, [{ field: 'planOutput', before: '10', after: '30' }])
    await api.database.pool.query(`update job_order set version = version + 1, plan_output = 20 where order_code = 'D-1'`)
    assert.equal(refusalOf(await run(id, `checkToken: "${checked.checkToken}"`)), 'checkToken: IMPORT_OUTDATED')
    const after = await check(id)
    assert.deepEqual(after.rows.items[0]?.changes, [{ field: 'planOutput', before: '20', after: '30' }])
    await apply(id, `checkToken: "${after.checkToken}"`)
    assert.deepEqual(await ordersAt(press), ['D-1 PLANNED 30'])
  })

  it('is refused when what its rows make changed since the check', async () => {
    await wipe()
    const id = await upload('code,productCode,plannedQuantity,workCenterCode\nD-2,DT-2377,10,press\n')
    const seen = await check(id)
    const edited = await ask(
      `mutation { editJobOrdersImport(id: ${id}, rows: [{ no: 2, cells: [{ column: 2, text: "10000" }] }]) { state } }`,
    )
    assert.deepEqual(edited.errors, [])
    assert.equal(refusalOf(await run(id, `checkToken: "${seen.checkToken}"`)), 'checkToken: IMPORT_OUTDATED')
    assert.deepEqual(await ordersAt(press), [])
    // The product is made at a speed of its own by now.
    const other = await upload('code,productCode,plannedQuantity,workCenterCode\nD-3,HT-8019,10,press\n')
    const slow = await check(other)
    await api.database.pool.query(
      `insert into item_standard (company_id, item_id, work_center_id, performance_by, plan_cycle_time_ms)
        select company_id, id, ${press}, 'CYCLE_TIME', 700 from item where sku = 'HT-8019'`,
    )
    assert.equal(refusalOf(await run(other, `checkToken: "${slow.checkToken}"`)), 'checkToken: IMPORT_OUTDATED')
    await api.database.pool.query('delete from item_standard')
    await apply(other, `checkToken: "${slow.checkToken}"`)
  })

  it('replaces at the work centers of the file alone, and taken back gives each order back as it was', async () => {
    await wipe()
    await apply(
      await upload(
        'code,productCode,plannedQuantity,workCenterCode\nP1,DT-2377,100,press\nP2,DT-2377,50,press\nP3,DT-2377,70,press\nQ1,DT-2377,50,lathe\n',
      ),
    )
    const { rows } = await api.database.pool.query<{ id: number; order_code: string }>(
      'select id, order_code from job_order order by order_code',
    )
    const idOf = (code: string) => rows.find(({ order_code }) => order_code === code)?.id ?? 0
    for (const code of ['P1', 'P3'])
      assert.deepEqual((await ask(`mutation { startJobOrder(id: ${idOf(code)}) { id } }`, 'USER')).errors, [])
    await api.database.pool.query(`update job_order set accepted_output = 40 where order_code = 'P1'`)
    now += 10 * MINUTE_MS
    const before = await ordersAt(press)
    const id = await upload('code,productCode,plannedQuantity,workCenterCode\nN1,DT-2377,10,press\n')
    const checked = await check(id, 'importType: REPLACE')
    assert.equal(countsOf(checked), 'cancel 2, close 1, create 1')
    assert.deepEqual(
      checked.ended.map(({ orderCode, status }) => `${orderCode} ${status}`),
      ['P1 TECHNICALLY_COMPLETED', 'P2 CANCELLED', 'P3 CANCELLED'],
    )
    await apply(id, `importType: REPLACE, checkToken: "${checked.checkToken}"`)
    assert.deepEqual((await ordersAt(press)).toSorted(), [
      'N1 PLANNED 10',
      'P1 TECHNICALLY_COMPLETED 100',
      'P2 CANCELLED 50',
      'P3 CANCELLED 70',
    ])
    assert.deepEqual(await ordersAt(lathe), ['Q1 PLANNED 50'])
    // Each thing that it did leads to its orders.
    const listed = async (filter: string, as: Role = 'USER') => {
      const { data, errors } = await ask(
        `{ jobOrdersPages(filter: { ${filter} }, order: { field: ID, direction: ASC }) { totalItems items { orderCode importId } } }`,
        as,
      )
      assert.deepEqual(errors, [])
      const { items, totalItems } = data['jobOrdersPages'] as {
        totalItems: number
        items: readonly { orderCode: string; importId: number }[]
      }
      assert.equal(totalItems, items.length)
      return items.map(({ orderCode, importId }) => (importId === id ? orderCode : `${orderCode} of ${importId}`))
    }
    assert.deepEqual(await listed(`importId: ${id}`), ['P1', 'P2', 'P3', 'N1'])
    assert.deepEqual(await listed(`importId: ${id}, importChanges: [CANCEL]`), ['P2', 'P3'])
    assert.deepEqual(await listed(`importId: ${id}, importChanges: [CLOSE, CREATE]`), ['P1', 'N1'])
    assert.deepEqual(await listed(`importId: ${id}, importChanges: [UPDATE]`), [])
    assert.deepEqual(await listed(`importId: ${id}, statuses: [PLANNED], source: IMPORT`), ['N1'])
    assert.deepEqual(await listed('importId: 987654'), [])
    assert.equal((await api.database.pool.query('select 1 from job_order_run where end_at is null')).rowCount, 0)
    assert.ok(api.awaitedReloads.includes(press as never))
    // Somebody works on: what was changed since stays.
    assert.deepEqual((await ask(`mutation { restoreJobOrder(id: ${idOf('P2')}) { id } }`, 'USER')).errors, [])
    const undone = done(await undo(id), 'undoJobOrdersImport')
    assert.deepEqual(undone.kept, [{ orderCode: 'P2', cause: 'CHANGED' }])
    assert.deepEqual((await ordersAt(press)).toSorted(), before.map((order) => order.replace('PROGRESS', 'ON_HOLD')).toSorted())
  })

  it('touches all work centers only for who manages job orders', async () => {
    const id = await upload('code,productCode,plannedQuantity,workCenterCode\nE-1,DT-2377,10,press\n')
    assert.equal(refusalOf(await run(id, 'dryRun: true, scope: COMPANY, importType: REPLACE')), 'scope: FORBIDDEN')
    const all = done(await run(id, 'dryRun: true, scope: COMPANY, importType: REPLACE', 'ADMIN'), 'importJobOrders')
    assert.ok(all.ended.some(({ orderCode }) => orderCode === 'Q1'))
    // What an administrator checked is not applied by who may not.
    assert.equal(refusalOf(await run(id, 'dryRun: false')), 'scope: FORBIDDEN')
    assert.equal((await read(id)).state, 'CHECKED')
  })

  it('takes rows of a program, once for each key', async () => {
    await wipe()
    const key = randomUUID()
    const rows =
      'rows: [{ code: "R-1", productCode: "DT-2377", plannedQuantity: 12, workCenterCode: "press", status: "draft", priority: 1 }]'
    const send = () => ask(`mutation { importJobOrders(${rows}, requestKey: "${key}") { ${FIELDS} } }`)
    const first = done(await send(), 'importJobOrders')
    assert.equal(first.state, 'APPLIED')
    assert.deepEqual(await ordersAt(press), ['R-1 DRAFT 12'])
    const again = await send()
    const stored = async () => (await api.database.pool.query('select 1 from job_orders_import')).rowCount
    const before = await stored()
    assert.equal(done(again, 'importJobOrders').id, first.id)
    assert.equal(done(await send(), 'importJobOrders').state, 'APPLIED')
    assert.equal(await stored(), before)
    assert.deepEqual(await ordersAt(press), ['R-1 DRAFT 12'])
    const changed = rows.replace('12', '13')
    assert.equal(
      refusalOf(await ask(`mutation { importJobOrders(${changed}, requestKey: "${key}") { id } }`)),
      'requestKey: REQUEST_KEY_REUSED',
    )
    assert.equal(refusalOf(await ask('mutation { importJobOrders { id } }')), 'uploadId: REQUIRED')
  })

  it('has the target of a work center that follows from plan windows read again, and when it is taken back', async () => {
    await wipe()
    await api.database.pool.query(`update work_center set target_output_calculation_type = 'BY_JOB_ORDERS_CYCLE_TIME' where id = $1`, [
      lathe,
    ])
    const setups = async () => {
      const { rows } = await api.database.pool.query<{ setup_version: number }>(
        'select setup_version from work_center where id = any($1::int[]) order by id',
        [[press, lathe]],
      )
      return rows.map(({ setup_version }) => setup_version)
    }
    const raisedBy = async (act: () => Promise<unknown>) => {
      const before = await setups()
      api.awaitedReloads.length = 0
      await act()
      const [atPress = 0, atLathe = 0] = (await setups()).map((version, at) => version - (before[at] ?? 0))
      return { atPress, atLathe: atLathe > 0, isReloaded: api.awaitedReloads.includes(lathe as never) }
    }
    const nothing = { atPress: 0, atLathe: false, isReloaded: false }
    const read = { atPress: 0, atLathe: true, isReloaded: true }
    const head = 'code,productCode,plannedQuantity,workCenterCode,planStart,planEnd\n'
    const first = await upload(
      `${head}T-1,DT-2377,100,lathe,2026-05-05 06:00,2026-05-05 14:00\nT-2,DT-2377,100,press,2026-05-05 06:00,2026-05-05 14:00\n`,
    )
    assert.deepEqual(await raisedBy(() => apply(first)), read)
    const other = await upload('code,productCode,plannedQuantity,workCenterCode\nT-9,DT-2377,100,lathe\n')
    assert.deepEqual(await raisedBy(() => apply(other, 'importType: UPDATE')), nothing)
    const second = await upload('code,productCode,plannedQuantity,workCenterCode\nT-8,DT-2377,10,lathe\n')
    assert.deepEqual(await raisedBy(() => apply(second, 'importType: REPLACE')), read)
    assert.deepEqual(await raisedBy(async () => done(await undo(second), 'undoJobOrdersImport')), read)
    assert.deepEqual(await raisedBy(async () => done(await undo(first), 'undoJobOrdersImport')), nothing)
  })

  it('taken back leaves alone what people wrote beside an order, and its place in the queue', async () => {
    await wipe()
    const idOf = async (code: string) => {
      const { rows } = await api.database.pool.query<{ id: number }>('select id from job_order where order_code = $1', [code])
      return rows[0]?.id ?? 0
    }
    const write = async (code: string) => {
      const { errors } = await ask(
        `mutation { addConversationMessage(jobOrderId: ${await idOf(code)}, content: "where is it?") { id } }`,
        'USER',
      )
      assert.deepEqual(errors, [])
    }
    const head = 'code,productCode,plannedQuantity,workCenterCode\n'
    await apply(await upload(`${head}U-1,DT-2377,10,press\nU-2,DT-2377,10,press\n`))
    const id = await upload(`${head}U-2,DT-2377,25,press\nU-3,DT-2377,30,press\nU-4,DT-2377,40,press\n`)
    await apply(id, 'importType: UPDATE')
    await write('U-2')
    await write('U-3')
    const moved = await ask(`mutation { updateJobOrderPriority(id: ${await idOf('U-2')}, after: null) { id } }`, 'USER')
    assert.deepEqual(moved.errors, [])
    const foreseen = `{ jobOrdersImportUndoPreview(id: ${id}) { removed restored { orderCode status } kept { orderCode cause } } }`
    assert.deepEqual((await ask(foreseen)).data['jobOrdersImportUndoPreview'], {
      removed: ['U-4'],
      restored: [{ orderCode: 'U-2', status: 'PLANNED' }],
      kept: [{ orderCode: 'U-3', cause: 'CHANGED' }],
    })
    // It was a look, and a look alone.
    assert.deepEqual((await ordersAt(press)).toSorted(), ['U-1 PLANNED 10', 'U-2 PLANNED 25', 'U-3 PLANNED 30', 'U-4 PLANNED 40'])
    assert.equal(refusalOf(await ask(foreseen, 'OPERATOR')), 'PLANNERS_ONLY')
    const undone = done(await undo(id), 'undoJobOrdersImport')
    assert.deepEqual(undone.kept, [{ orderCode: 'U-3', cause: 'CHANGED' }])
    assert.equal(refusalOf(await ask(foreseen)), 'UNDO_TOO_LATE')
    assert.deepEqual(await ordersAt(press), ['U-2 PLANNED 10', 'U-1 PLANNED 10', 'U-3 PLANNED 30'])
    assert.equal((await api.database.pool.query('select 1 from conversation_message')).rowCount, 2)
  })

  it('taken back keeps an order whose code another one took since', async () => {
    await wipe()
    const head = 'code,orderCode,productCode,plannedQuantity,workCenterCode\n'
    await apply(await upload(`${head}V-1,JO-A,DT-2377,10,press\nV-2,JO-C,DT-2377,10,press\n`))
    const id = await upload(`${head}V-1,JO-B,DT-2377,20,press\nV-2,jo-c,DT-2377,20,press\n`)
    assert.equal(countsOf(await check(id)), 'update 2')
    await apply(id, 'importType: UPDATE')
    await apply(await upload(`${head}V-3,jo-a,DT-2377,30,lathe\n`))
    const undone = done(await undo(id), 'undoJobOrdersImport')
    assert.deepEqual(undone.kept, [{ orderCode: 'JO-A', cause: 'CODE_TAKEN' }])
    assert.deepEqual((await ordersAt(press)).toSorted(), ['JO-B PLANNED 20', 'JO-C PLANNED 10'])
  })

  it('makes products that can be made, each with one unit', async () => {
    await wipe()
    await api.database.pool.query(
      `insert into item (company_id, name, sku, measurement_unit, is_archived) values ($1, 'Old', 'OLD-1', 'pcs', true)`,
      [ACME],
    )
    await api.database.pool.query(`update work_center set measurement_unit = 'm' where id = $1`, [lathe])
    const long = 'S'.repeat(65)
    const id = await upload(
      `code,productCode,plannedQuantity,workCenterCode\nW-1,old-1,1,press\nW-2,${long},1,press\nW-3,TWO-1,1,press\nW-4,two-1,1,lathe\nW-5,TWO-1,2,press\n`,
    )
    const checked = await check(id, 'createItems: true')
    await api.database.pool.query(`update work_center set measurement_unit = 'pcs' where id = $1`, [lathe])
    assert.deepEqual(
      checked.rows.items.map(({ problems }) => problems.map(({ code, column }) => `${column} ${code}`).join()),
      ['1 ITEM_ARCHIVED', '1 LENGTH_OUT_OF_RANGE', '', '1 UNIT_MISMATCH', ''],
    )
    await apply(id, 'skipRefused: true, createItems: true')
    assert.deepEqual(await ordersAt(press), ['W-3 PLANNED 1', 'W-5 PLANNED 2'])
    assert.equal((await api.database.pool.query('select 1 from job_order where item_id is null')).rowCount, 0)
  })

  it('keeps the window of an order whose duration somebody entered', async () => {
    await wipe()
    const due = (day: string) => upload(`code,productCode,plannedQuantity,workCenterCode,dueDate\nX-1,DT-2377,10,press,2026-05-${day}\n`)
    await apply(await due('20'))
    const shifts = '{ code: "A", name: "Early", timeStart: "06:00", timeEnd: "14:00", weekdays: [1, 2, 3, 4, 5] }'
    const scheduled = await ask(`mutation { createOrUpdateShifts(workCenterId: ${press}, input: [${shifts}]) { code } }`)
    assert.deepEqual(scheduled.errors, [])
    const start = DAY_START + DAY_MS
    await api.database.pool.query(
      `update job_order set plan_start = $1::int8, plan_end = $2::int8, plan_duration_ms = $3 where order_code = 'X-1'`,
      [start, start + 3 * HOUR_MS, 3 * HOUR_MS],
    )
    assert.equal((await apply(await due('21'), 'importType: UPDATE')).counts.update, 1)
    const { rows } = await api.database.pool.query<{ end: string }>(`select plan_end as end from job_order where order_code = 'X-1'`)
    assert.equal(Number(rows[0]?.end), start + 3 * HOUR_MS)
  })

  it('reads another sheet of a workbook, also later, and nothing of the one before stays', async () => {
    await wipe()
    const sheets = [
      {
        name: 'Spring',
        rows: [
          ['Order number', 'SKU', 'Quantity', 'Work center'],
          ['W-1', 'DT-2377', 5, 'press'],
        ],
      },
      {
        name: 'Summer',
        rows: [
          ['SKU', 'Order number', 'Work center', 'Quantity', 'Notes'],
          ['HT-8019', 'W-2', 'lathe', 7, 'shade'],
          ['HT-8019', 'W-3', 'lathe', 8, ''],
        ],
      },
    ]
    const id = await upload(await writeXlsx({ sheets }))
    const sheetOf = async () => {
      const { data } = await ask(`{ jobOrdersImport(id: ${id}) { sheet sheets rowCount counts { create } } }`)
      return data['jobOrdersImport']
    }
    assert.deepEqual(await sheetOf(), { sheet: 'Spring', sheets: ['Spring', 'Summer'], rowCount: 1, counts: null })
    await check(id)
    const summer = done(await edit(id, 'sheet: "Summer"'), 'editJobOrdersImport')
    assert.deepEqual(
      [summer.state, summer.checkToken, summer.rows.totalItems, summer.columns.map(({ field }) => field)],
      ['MAPPED', null, 2, ['productCode', 'code', 'workCenterCode', 'plannedQuantity', 'notes']],
    )
    assert.deepEqual(await sheetOf(), { sheet: 'Summer', sheets: ['Spring', 'Summer'], rowCount: 2, counts: null })
    assert.equal(refusalOf(await edit(id, 'sheet: "Autumn"')), 'sheet: IMPORT_SHEET_UNKNOWN')
    assert.equal(refusalOf(await edit(id, 'sheet: "Spring"', 'OPERATOR')), 'PLANNERS_ONLY')
    assert.equal(countsOf(await apply(id)), 'create 2')
    assert.deepEqual(await ordersAt(lathe), ['W-2 PLANNED 7', 'W-3 PLANNED 8'])
    assert.equal(refusalOf(await edit(id, 'sheet: "Spring"')), 'IMPORT_CLOSED')
    const { rows } = await api.database.pool.query('select from import_upload')
    assert.equal(rows.length, 0, 'the file is kept no longer than it can be read')
    await wipe()
  })

  it('tells how far it is, and asks nobody else to look at all orders again for it', async () => {
    const id = await upload(
      `code,productCode,plannedQuantity,workCenterCode\n${[1, 2, 3].map((no) => `G-${no},DT-2377,10,lathe`).join('\n')}\n`,
    )
    const heard: CompanyRecordsChange[] = []
    const listener = await api.database.pool.connect()
    listener.on('notification', ({ payload = '' }) => void heard.push(...readRecordsMessage(payload)))
    await listener.query(`listen ${RECORDS_CHANNEL}`)
    await check(id)
    await apply(id)
    await listener.query(`unlisten ${RECORDS_CHANNEL}`)
    listener.release()
    const told = heard.filter(({ companyId }) => companyId === ACME)
    // Checked, begun and done.
    assert.ok(told.filter(({ kinds }) => kinds.includes('orderImport')).length >= 3)
    const orders = told.filter(({ kinds }) => kinds.includes('order'))
    assert.ok(orders.some(({ workCenterId }) => workCenterId === lathe))
    // Its work centers and the entry in the audit log, once each when all is there.
    assert.ok(orders.length <= 2, `${orders.length} times`)
    await wipe()
  })

  it('reads a file as one was read before when a person says so, and forgets that when they say so', async () => {
    const first = await upload('a;b;c;d\nV-1;DT-2377;5;press\n')
    const named = (fields: readonly string[]) => `mapping: { columns: [${fields.map((field) => `{ field: ${field} }`).join()}] }`
    await edit(first, named(['code', 'productCode', 'plannedQuantity', 'workCenterCode']))
    const { data } = await ask(`mutation { saveImportMapping(importId: ${first}, name: "ERP") { id name headers } }`, 'USER')
    const [saved] = data['saveImportMapping'] as readonly { readonly id: number; readonly name: string }[]
    assert.equal(saved?.name, 'ERP')
    // Another order of the columns, and one more: nobody would know them by their headers.
    const second = await upload('d;x;c;b;a\npress;?;6;DT-2377;V-2\n')
    assert.equal((await read(second)).state, 'UPLOADED')
    const used = done(await edit(second, `savedMappingId: ${saved?.id}`), 'editJobOrdersImport')
    assert.deepEqual(
      [used.state, used.columns.map(({ field }) => field)],
      ['MAPPED', ['workCenterCode', null, 'plannedQuantity', 'productCode', 'code']],
    )
    assert.equal(countsOf(await check(second)), 'create 1')
    const { data: left } = await ask(`mutation { deleteImportMapping(id: ${saved?.id}) { id } }`, 'USER')
    assert.deepEqual(left['deleteImportMapping'], [])
    assert.equal(refusalOf(await edit(second, `savedMappingId: ${saved?.id}`)), 'savedMappingId: IMPORT_MAPPING_NOT_FOUND')
  })

  it('is nobody’s but the company’s planners’', async () => {
    const id = await upload('code,productCode,plannedQuantity,workCenterCode\nF-1,DT-2377,10,press\n')
    assert.equal((await post('a;b\n1;2', { as: 'OPERATOR' })).status, 422)
    assert.equal((await post('a;b\n1;2', { as: 'GUEST' })).status, 403)
    assert.equal(refusalOf(await run(id, 'dryRun: true', 'OPERATOR')), 'PLANNERS_ONLY')
    assert.equal(refusalOf(await ask(`{ jobOrdersImport(id: ${id}) { id } }`, 'OPERATOR')), 'PLANNERS_ONLY')
    const stranger = { as: api.stranger, company: OTHER } as const
    assert.equal(refusalOf(await api.ask(`{ jobOrdersImport(id: ${id}) { id } }`, stranger)), 'IMPORT_NOT_FOUND')
    assert.equal(
      refusalOf(await api.ask(`mutation { importJobOrders(uploadId: ${id}, dryRun: true) { id } }`, stranger)),
      'IMPORT_NOT_FOUND',
    )
    assert.equal(refusalOf(await api.ask(`mutation { undoJobOrdersImport(id: ${id}) { id } }`, stranger)), 'IMPORT_NOT_FOUND')
    assert.equal(refusalOf(await api.ask(`{ jobOrdersImportUndoPreview(id: ${id}) { removed } }`, stranger)), 'IMPORT_NOT_FOUND')
    assert.equal(refusalOf(await api.ask(`mutation { editJobOrdersImport(id: ${id}) { id } }`, stranger)), 'IMPORT_NOT_FOUND')
    const csv = await fetch(`${api.origin}/api/imports/${id}/refused.csv`, {
      headers: { authorization: `Bearer ${await api.token(api.stranger, { companyId: OTHER })}`, 'x-schema-code': OTHER },
    })
    assert.equal(csv.status, 404)
    const operators = await fetch(`${api.origin}/api/imports/${id}/refused.csv`, {
      headers: { authorization: `Bearer ${await api.token(api.users.OPERATOR)}`, 'x-schema-code': ACME },
    })
    assert.equal(operators.status, 422)
    assert.match(await operators.text(), /PLANNERS_ONLY/)
  })

  it('can be taken back for a day, by who imported or manages job orders', async () => {
    await wipe()
    const id = await upload('code,productCode,plannedQuantity,workCenterCode\nG-1,DT-2377,10,press\n')
    await apply(id)
    assert.equal((await read(id)).isUndoable, true)
    now += DAY_MS + 1
    assert.equal((await read(id)).isUndoable, false)
    assert.equal(refusalOf(await undo(id)), 'UNDO_TOO_LATE')
    now -= DAY_MS
    done(await undo(id, 'ADMIN'), 'undoJobOrdersImport')
  })

  it('that was cut off while it was applied has failed, and works again', async () => {
    await wipe()
    const id = await upload('code,productCode,plannedQuantity,workCenterCode\nH-1,DT-2377,10,press\n')
    await check(id)
    await api.database.pool.query(`update job_orders_import set state = 'APPLYING' where id = $1`, [id])
    assert.equal((await read(id)).state, 'FAILED')
    assert.deepEqual(await ordersAt(press), [])
    assert.equal((await apply(id)).state, 'APPLIED')
    assert.deepEqual(await ordersAt(press), ['H-1 PLANNED 10'])
  })
})
