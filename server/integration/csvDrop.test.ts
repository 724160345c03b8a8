import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, OTHER } from '#server/graphql/testing.ts'
import type { Answer } from '#server/graphql/testing.ts'
import { uploadImport } from '#server/jobOrder/import/orderImport.service.ts'
import { codesOf, startIntegrationWorld } from '#server/testing/integrationWorld.ts'
import type { IntegrationWorld } from '#server/testing/integrationWorld.ts'

const doneOf = <T>({ errors, data }: Answer, name: string): T => {
  assert.deepEqual(errors, [])
  return data[name] as T
}

const HEADER = 'Order;Product;Quantity;Work center;Planned start;Status'

describe('an integration of files', () => {
  let world: IntegrationWorld
  before(async () => {
    world = await startIntegrationWorld()
  })
  after(() => world.close())
  beforeEach(() => world.reset())

  const INPUT = '{ service: CSV, name: "Drop", serviceUrl: "" }'
  const made = async () =>
    doneOf<{ readonly id: string }>(
      await world.ask(`mutation { createOrUpdateIntegration(input: ${INPUT}) { id } }`),
      'createOrUpdateIntegration',
    ).id
  const upload = async (...lines: readonly string[]) =>
    await uploadImport(
      world.deps,
      { companyId: asId(ACME), userId: world.api.users.ADMIN, role: 'ADMIN', source: 'SCREEN' },
      { fileName: 'orders.csv', bytes: new TextEncoder().encode([HEADER, ...lines].join('\r\n')), sheet: null },
    )
  const put = (id: string, uploadId: number, as?: Role) =>
    world.ask(`mutation { putIntegrationFile(integrationId: "${id}", uploadId: ${uploadId}) { files { name rowCount } } }`, as)
  const drop = async (id: string, ...lines: readonly string[]) =>
    doneOf<{ readonly files: readonly object[] }>(await put(id, await upload(...lines)), 'putIntegrationFile').files
  const setUp = async (id: string) =>
    doneOf<{ readonly status: string; readonly sends: readonly string[] }>(
      await world.ask(`mutation { executeIntegrationSetup(integrationId: "${id}", jobOrdersParams: { sends: [OUTPUT] }, workCenterParams: [
        { externalWorkCenterId: "M1", action: EXISTING, internalWorkCenterId: ${world.press} }]) { status sends } }`),
      'executeIntegrationSetup',
    )
  const plans = async () =>
    (
      await world.query<{ told: string }>(
        `select external_code || ' ' || status || ' ' || plan_output::float8 as told from job_order order by external_code`,
      )
    ).map(({ told }) => told)

  it('is set up by the work centers of its first file, and sends nothing', async () => {
    const id = await made()
    assert.equal(
      codesOf(await world.ask(`{ workCentersMatches(integrationId: "${id}") { externalWorkCenter { id } } }`)),
      'INTEGRATION_NO_FILE',
    )
    assert.deepEqual(await drop(id, 'A-1;P-1;100;M1;24.11.2026 06:00;'), [{ name: 'orders.csv', rowCount: 1 }])
    assert.deepEqual(
      doneOf(await world.ask(`{ workCentersMatches(integrationId: "${id}") { externalWorkCenter { id name } } }`), 'workCentersMatches'),
      [{ externalWorkCenter: { id: 'M1', name: 'M1' } }],
    )
    assert.deepEqual(await setUp(id), { status: 'CONNECTED', sends: [] })
    await world.work(id)
    assert.deepEqual(await plans(), ['A-1 PLANNED 100'])
  })

  it('reads each file once, as soon as it comes, and takes the later word for an order', async () => {
    const id = await made()
    await drop(id, 'A-1;P-1;100;M1;;draft', 'A-2;P-1;5;M9;;')
    await setUp(id)
    await world.work(id)
    assert.deepEqual(await plans(), ['A-1 DRAFT 100'])
    // Changed here after the file was read: an old file does not change it back.
    await world.query('update job_order set plan_output = 130')
    world.clock.now += 25 * HOUR_MS
    await world.work(id)
    assert.deepEqual(await plans(), ['A-1 DRAFT 130'])
    await drop(id, 'A-1;P-1;200;M1;;draft')
    await drop(id, 'A-1;P-1;250;M1;;released', 'A-3;P-2;7;M1;;')
    await world.work(id)
    assert.deepEqual(await plans(), ['A-1 PLANNED 250', 'A-3 PLANNED 7'])
  })

  it('reads files in the order in which they were put in, not in which they came', async () => {
    const id = await made()
    await drop(id, 'A-1;P-1;100;M1;;')
    await setUp(id)
    await world.work(id)
    const [first, second] = [await upload('A-1;P-1;300;M1;;'), await upload('A-1;P-1;200;M1;;')]
    assert.deepEqual((await put(id, second)).errors, [])
    await world.work(id)
    assert.deepEqual(await plans(), ['A-1 PLANNED 200'])
    assert.deepEqual((await put(id, first)).errors, [])
    await world.work(id)
    assert.deepEqual(await plans(), ['A-1 PLANNED 300'])
  })

  it('tells rows that it cannot read, and takes over the others', async () => {
    const id = await made()
    await drop(id, 'A-1;P-1;100;M1;;')
    await setUp(id)
    await world.work(id)
    await drop(id, 'A-2;P-1;many;M1;;', 'A-3;P-1;5;M1;;', 'A-4;P-1;5;M1;;', 'A-4;P-1;6;M1;;', '<script>alert(1)</script>;P-1;6;M1;;')
    await world.work(id)
    assert.deepEqual(await plans(), ['<script>alert(1)</script> PLANNED 6', 'A-1 PLANNED 100', 'A-3 PLANNED 5'])
    const { items } = doneOf<{ readonly items: readonly { readonly refused: readonly object[] }[] }>(
      await world.ask(`{ integrationRuns(integrationId: "${id}") { items { refused { code problem field value } } } }`),
      'integrationRuns',
    )
    assert.deepEqual(items[0]?.refused, [
      { code: 'A-2', problem: 'UNREAD', field: 'plannedQuantity', value: 'many' },
      { code: 'A-4', problem: 'UNREAD', field: 'code', value: 'A-4 (4)' },
      { code: 'A-4', problem: 'UNREAD', field: 'code', value: 'A-4 (5)' },
    ])
  })

  it('takes no file that leaves a question open or was imported, of another company, nor without the right', async () => {
    const id = await made()
    assert.equal(codesOf(await put(id, await upload('A-1;P-1;1.250;M1;;'))), 'IMPORT_COLUMN_UNCLEAR')
    assert.equal(codesOf(await put(id, 987_654)), 'IMPORT_NOT_FOUND')
    const applied = await upload('A-1;P-1;10;M1;;')
    await world.query(`update job_orders_import set state = 'APPLIED' where id = $1`, [applied])
    assert.equal(codesOf(await put(id, applied)), 'IMPORT_CLOSED')
    const good = await upload('A-1;P-1;10;M1;;')
    assert.equal(codesOf(await put(id, good, 'OPERATOR')), 'FORBIDDEN')
    const foreign = await world.api.ask(`mutation { putIntegrationFile(integrationId: "${id}", uploadId: ${good}) { id } }`, {
      as: world.api.stranger,
      company: OTHER,
    })
    assert.equal(codesOf(foreign), 'INTEGRATION_NOT_FOUND')
    world.clock.now += MINUTE_MS
    const odoo = await world.made()
    assert.equal(codesOf(await put(odoo, good)), 'INTEGRATION_STATUS')
  })
})
