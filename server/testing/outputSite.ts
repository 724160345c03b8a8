import assert from 'node:assert/strict'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { sendSamples, untilFolded, untilRecalculated } from './stoppedPress.ts'
import { addCompany, addMachine } from './testMachines.ts'
import type { TestMachine } from './testMachines.ts'

/** The start of a morning shift. */
export const START = Date.UTC(2026, 4, 4, 6)

export type ConfirmationRow = {
  readonly id: number
  readonly postingId: number
  readonly output: number
  readonly outputType: 'ACCEPTED' | 'REJECTED'
  readonly type: string
  readonly difference: number
  readonly isRepeated: boolean
  readonly warnings: readonly string[]
  readonly overPlanBy: number | null
}
export const CONFIRMATION = `{ id postingId output outputType type difference isRepeated warnings overPlanBy }`

export type OrderNow = {
  readonly id: number
  readonly status: string
  readonly acceptedOutput: number
  readonly rejectedOutput: number
  readonly progress: number | null
  readonly countedOutput: { readonly totalOutput: number; readonly acceptedOutput: number; readonly rejectedOutput: number } | null
  readonly madeOutput: { readonly totalOutput: number; readonly acceptedOutput: number }
}
const ORDER = `{ id status acceptedOutput rejectedOutput progress countedOutput { totalOutput acceptedOutput rejectedOutput }
  madeOutput { totalOutput acceptedOutput } }`

type Role = 'ADMIN' | 'OPERATOR' | 'USER'

/** A press that counts, with orders, beside a real ingest. */
export type OutputSite = {
  readonly api: TestApi
  readonly press: TestMachine
  clock: number
  /** Runs the press over the minutes, half a minute after which it is then; it makes so many pieces a minute, and one reject each so many minutes; stopped it idles. */
  run(
    from: number,
    until: number,
    made?: { readonly perMinute?: number; readonly rejectEach?: number | null; readonly isStopped?: boolean },
  ): Promise<void>
  ask(query: string, as?: Role): Promise<Answer>
  /** Returns the answer of the mutation or query of the name; fails with its refusals. */
  done<T>(name: string, args: string, fields: string, as?: Role): Promise<T>
  /** Returns the codes of its refusals, with their fields. */
  refused(name: string, args: string, fields?: string, as?: Role): Promise<readonly string[]>
  confirm(args: string, as?: Role): Promise<readonly ConfirmationRow[]>
  /** Starts an order planned for so many pieces at a minute. */
  startOrder(planOutput: number, minute: number, more?: string): Promise<OrderNow>
  order(id: number): Promise<OrderNow>
  set(settings: Readonly<Record<string, boolean | number | string | null>>): Promise<void>
  close(): Promise<void>
}

/** Returns a site whose clock stands at the start of a shift, from which its minutes count. */
export async function startOutputSite({ start = START }: { readonly start?: number } = {}): Promise<OutputSite> {
  let clock = start
  const api = await startTestApi({ ingest: true, now: () => clock })
  await addCompany(api.database, ACME)
  const press = await addMachine(api.database, ACME)
  await api.database.pool.query(`update work_center set calculation_type = 'TOTAL_AND_REJECTED', target_speed = 60 where id = $1`, [
    press.workCenterId,
  ])
  await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
    ACME,
    api.users.OPERATOR,
    press.workCenterId,
  ])
  const counted = { total: 0, rejected: 0 }
  let item = 0
  const site: OutputSite = {
    api,
    press,
    get clock() {
      return clock
    },
    set clock(at: number) {
      clock = at
    },
    run: async (from, until, { perMinute = 10, rejectEach = null, isStopped = false } = {}) => {
      clock = Math.max(clock, start + (until + 0.5) * MINUTE_MS)
      const base = { ...counted, from }
      const values = (minute: number) => {
        const passed = minute - base.from
        counted.total = base.total + perMinute * passed
        counted.rejected = base.rejected + (rejectEach === null ? 0 : Math.floor(passed / rejectEach))
        return { TOTAL_OUTPUT: counted.total, REJECTED_OUTPUT: counted.rejected }
      }
      const stops = isStopped ? [{ from, to: until + 1, powerKw: 2 }] : []
      await sendSamples(api.origin, press, { start, from, until: until + 1, stops, values })
      await untilFolded(api.database, press, start + until * MINUTE_MS)
      await untilRecalculated(api.database, press)
    },
    ask: (query, as = 'ADMIN') => api.ask(query, { as }),
    done: async <T>(name: string, args: string, fields: string, as: Role = 'ADMIN') => {
      const { data, errors } = await site.ask(
        `${args.startsWith('?') ? '' : 'mutation '}{ ${name}(${args.replace('?', '')}) ${fields} }`,
        as,
      )
      assert.deepEqual(errors, [])
      return data[name] as T
    },
    refused: async (name, args, fields = CONFIRMATION, as = 'ADMIN') => {
      const { errors } = await site.ask(`mutation { ${name}(${args}) ${fields} }`, as)
      return errors.flatMap(({ extensions }) => {
        const others = (extensions as { readonly others?: readonly { readonly code: string; readonly field?: string }[] }).others ?? []
        return [extensions, ...others].map(({ code, field }) => (field === undefined ? code : `${field}: ${code}`))
      })
    },
    confirm: (args, as) => site.done('confirmOutput', `workCenterId: ${press.workCenterId}, ${args}`, CONFIRMATION, as),
    startOrder: async (planOutput, minute, more = '') => {
      if (item === 0)
        item = (await site.done<{ id: number }>('createOrUpdateItem', 'input: { name: "Tube", sku: "DT-1", measureUnitId: 1 }', '{ id }'))
          .id
      const input = `status: PLANNED, productId: ${item}, workCenterId: ${press.workCenterId}, planOutput: ${planOutput}, planCycleTime: 6 ${more}`
      const { id } = await site.done<OrderNow>('createJobOrder', `input: { ${input} }`, '{ id }')
      clock = Math.max(clock, start + minute * MINUTE_MS)
      await site.done('startJobOrder', `id: ${id}, at: "${new Date(start + minute * MINUTE_MS).toISOString()}", running: STOP`, '{ id }')
      return await site.order(id)
    },
    order: (id) => site.done<OrderNow>('jobOrder', `?id: ${id}`, ORDER),
    set: async (settings) => {
      const names = Object.keys(settings)
      await api.database.pool.query(
        `update work_center set ${names.map((name, index) => `${name} = $${index + 2}`).join(', ')} where id = $1`,
        [press.workCenterId, ...Object.values(settings)],
      )
    },
    close: () => api.close(),
  }
  return site
}
