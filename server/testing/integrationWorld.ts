import assert from 'node:assert/strict'
import type { Role } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { performImportTask } from '#server/jobOrder/import/importTask.ts'
import { insertOrderEvents } from '#server/jobOrder/jobOrderEvent.store.ts'
import { createGuardedFetch } from '#server/outbound/guardedFetch.ts'
import { readShiftTimes } from '#server/shift/shiftTimes.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { DOUBLE_DATABASE, DOUBLE_KEY, DOUBLE_LOGIN, startOdooDouble } from './odooDouble.ts'
import type { OdooDouble } from './odooDouble.ts'
import { workOnce } from '#server/integration/integrationJob.service.ts'
import type { IntegrationDeps } from '#server/integration/integrationDeps.ts'

export type IntegrationState = { readonly status: string; readonly failures: number; readonly code: string | null; readonly runs: number }
export type Message = { readonly external: string; readonly state: string; readonly tries: number; readonly pause: number }

/** A company with a press and a saw line, and an Odoo that has an order for each. */
export type IntegrationWorld = {
  readonly api: TestApi
  readonly odoo: OdooDouble
  readonly deps: IntegrationDeps
  readonly clock: { now: number }
  readonly press: number
  readonly saw: number
  /** Forgets integrations and orders, has Odoo as it was, and goes on by a minute: checks of a connection are counted by it. */
  reset(): Promise<void>
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
  ask(text: string, as?: Role): Promise<Answer>
  /** Returns the input of the connection. */
  input(): string
  /** Returns the id of an integration that is not set up. */
  made(): Promise<string>
  setUp(id: string, orders: string, other: string): Promise<string>
  /** Returns the id of an integration that is set up, and whose first preview was confirmed unless that is left out. */
  connected(orders?: string, isConfirmed?: boolean): Promise<string>
  /** Does what is due of the integration. */
  work(id: string, more?: Partial<IntegrationDeps>): Promise<void>
  state(id: string): Promise<IntegrationState | undefined>
  /** Returns our orders as "code status". */
  statuses(): Promise<readonly string[]>
  /** Tells that so many of the order are accepted. */
  confirm(code: string, accepted: number): Promise<void>
  /** Tells that the order is closed. */
  finish(code: string): Promise<void>
  /** Tells that its closing is taken back. */
  reopen(code: string): Promise<void>
  messages(): Promise<readonly Message[]>
  close(): Promise<void>
}

/** Returns the codes of the refusals, with commas. */
export function codesOf({ errors }: Answer): string {
  return errors.map(({ extensions: { code } }) => code).join()
}

/** Returns a text of what the operation answered; fails the test where it was refused. */
function answered(answer: Answer, operation: string, field: string): string {
  assert.deepEqual(answer.errors, [])
  const made = answer.data[operation]
  return typeof made === 'object' && made !== null ? String(Reflect.get(made, field)) : ''
}

/** Starts the world; `slowMs` = how long the trap SLOW of Odoo takes. */
export async function startIntegrationWorld({ slowMs }: { readonly slowMs?: number } = {}): Promise<IntegrationWorld> {
  const clock = { now: DAY_START + 2 * HOUR_MS }
  const api = await startTestApi({ now: () => clock.now })
  const odoo = await startOdooDouble(slowMs === undefined ? {} : { slowMs })
  const press = await addPress(api, 'Press')
  const saw = await addPress(api, 'Saw line')
  const query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await api.database.pool.query<Row>(text, [...values])).rows
  await query(`update work_center set target_speed = 5 where company_id = $1`, [ACME])
  const { database } = api
  const deps: IntegrationDeps = {
    database,
    now: () => clock.now,
    ingest: { reload: async () => undefined, settle: async () => undefined },
    shiftTimes: readShiftTimes,
    outbound: createGuardedFetch({ allowsPrivate: true }),
    log: api.deps.log,
    runImport: (task, onProgress) => performImportTask({ database, shiftTimes: readShiftTimes }, task, onProgress),
  }
  const ask = (text: string, as: Role = 'ADMIN') => api.ask(text, { as })
  const input = () =>
    `{ service: ODOO, name: "Odoo", serviceUrl: "${odoo.url}/", database: "${DOUBLE_DATABASE}", login: "${DOUBLE_LOGIN}",
      secrets: [{ name: apiKey, value: "${DOUBLE_KEY}" }] }`
  const made = async () =>
    answered(await ask(`mutation { createOrUpdateIntegration(input: ${input()}) { id } }`), 'createOrUpdateIntegration', 'id')
  const setUp = async (id: string, orders: string, other: string) =>
    answered(
      await ask(`mutation { executeIntegrationSetup(integrationId: "${id}", jobOrdersParams: { ${orders} }, workCenterParams: [
        { externalWorkCenterId: "2", action: EXISTING, internalWorkCenterId: ${press} }, { externalWorkCenterId: "3", ${other} }]) { status } }`),
      'executeIntegrationSetup',
      'status',
    )
  /** Changes the order and tells the act, in one transaction. */
  const tell = async (
    code: string,
    kind: 'CLOSED' | 'CONFIRMED' | 'UNDONE',
    change: { readonly accepted_output: number } | { readonly status: 'ON_HOLD' | 'TECHNICALLY_COMPLETED' },
  ) => {
    await database.inTenant(asId(ACME), async (tenant) => {
      const order = await tenant.tx.selectFrom('job_order').select('id').where('external_code', '=', code).executeTakeFirstOrThrow()
      const at = { at: clock.now, fromStatus: null, toStatus: null, act: crypto.randomUUID(), kind } as const
      await insertOrderEvents(
        tenant,
        [{ ...at, jobOrderId: asId<JobOrderId>(order.id), source: 'SCREEN', comment: null, details: {}, undo: null }],
        { userId: api.users.ADMIN, viaStation: null, at: new Date(clock.now) },
      )
      await tenant.tx.updateTable('job_order').set(change).where('id', '=', order.id).execute()
    })
  }
  return {
    api,
    odoo,
    deps,
    clock,
    press,
    saw,
    query,
    ask,
    input,
    made,
    setUp,
    connected: async (orders = '', isConfirmed = true) => {
      const id = await made()
      assert.equal(await setUp(id, orders, `action: EXISTING, internalWorkCenterId: ${saw}`), 'CONNECTED')
      if (isConfirmed) await query('update integration set scheduled_since = $2, next_run_on = $2 where id = $1', [id, new Date(clock.now)])
      return id
    },
    work: async (id, more = {}) => await workOnce({ ...deps, ...more }, asId(ACME), id),
    reset: async () => {
      clock.now += MINUTE_MS
      fill(odoo)
      odoo.reset()
      odoo.moveTo(19)
      await query('delete from integration')
      await query('delete from job_order')
    },
    state: async (id) =>
      (
        await query<IntegrationState>(
          `select status, failures, error ->> 'code' as code,
            (select count(*)::int from integration_run r where r.integration_id = i.id) as runs from integration i where id = $1`,
          [id],
        )
      )[0],
    statuses: async () =>
      (await query<{ told: string }>(`select external_code || ' ' || status as told from job_order order by id`)).map(({ told }) => told),
    confirm: (code, accepted) => tell(code, 'CONFIRMED', { accepted_output: accepted }),
    finish: (code) => tell(code, 'CLOSED', { status: 'TECHNICALLY_COMPLETED' }),
    reopen: (code) => tell(code, 'UNDONE', { status: 'ON_HOLD' }),
    messages: async () =>
      await query<Message>(
        `select external_id as external, state, tries, extract(epoch from next_try_on - $1)::int as pause from integration_outbox order by id`,
        [new Date(clock.now)],
      ),
    close: async () => {
      await odoo.close()
      await api.close()
    },
  }
}

function fill({ data }: OdooDouble): void {
  const writeDate = '2026-11-20 10:00:00'
  Object.assign(data, {
    workCenters: [
      { id: 2, code: false, name: 'Press' },
      { id: 3, code: false, name: 'Saw line' },
    ],
    products: [
      { id: 3, name: 'Bolt <script>', default_code: 'B-8' },
      { id: 4, name: 'Plate', default_code: false },
    ],
    boms: [{ id: 5, operations: [{ workCenterId: 3, sequence: 10 }] }],
    productions: [
      {
        id: 7,
        name: 'MO/7',
        state: 'confirmed',
        productId: 3,
        quantity: 400,
        start: '2026-11-24 05:00:00',
        end: false,
        bomId: 5,
        made: 0,
        writeDate,
      },
      {
        id: 8,
        name: 'MO/8',
        state: 'draft',
        productId: 4,
        quantity: 50,
        start: '2026-11-25 00:00:00',
        end: false,
        bomId: 5,
        made: 0,
        writeDate,
      },
    ],
    workOrders: [{ id: 71, state: 'ready', productionId: 7, workCenterId: 2, minutes: 60, start: false, end: false, writeDate }],
    notes: [],
    asksOnClose: false,
  })
}
