import type { CompanyId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { addCompany, addMachine, eventually } from './testMachines.ts'
import type { TestMachine } from './testMachines.ts'

/** Minutes `[from, to)` since the start of a shift in which the press idles, or (by POWER) does something else. */
export type Stretch = { readonly from: number; readonly to: number; readonly powerKw: number }

/** Returns a press of the company, with three shifts a day in UTC and a power sample every minute of `[0, until)` since the instant. */
export async function addPressWithStops(
  at: { readonly origin: string; readonly database: Database },
  companyId: CompanyId,
  day: { readonly start: number; readonly until: number; readonly stops: readonly Stretch[]; readonly silent?: readonly Stretch[] },
): Promise<TestMachine> {
  await addCompany(at.database, companyId)
  const press = await addMachine(at.database, companyId)
  await sendSamples(at.origin, press, day)
  await untilFolded(at.database, press, day.start + (day.until - 1) * MINUTE_MS)
  return press
}

/** Sends what the press measures over HTTP, as a device does. */
export async function sendSamples(
  origin: string,
  press: TestMachine,
  day: {
    readonly start: number
    readonly from?: number
    readonly until: number
    readonly stops: readonly Stretch[]
    readonly silent?: readonly Stretch[]
    /** What it tells besides its power. */
    readonly values?: (minute: number) => Readonly<Record<string, number>>
  },
): Promise<void> {
  const isIn = (minute: number) => (stretch: Stretch) => stretch.from <= minute && minute < stretch.to
  const samples = []
  for (let minute = day.from ?? 0; minute < day.until; minute++) {
    if (day.silent?.some(isIn(minute))) continue
    samples.push({
      at: day.start + minute * MINUTE_MS,
      values: { POWER: day.stops.find(isIn(minute))?.powerKw ?? 12, ...day.values?.(minute) },
    })
  }
  for (let from = 0; from < samples.length; from += 500) {
    const answer = await fetch(`${origin}/api/devices/${press.deviceId}/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${press.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(samples.slice(from, from + 500)),
    })
    if (answer.status !== 202) throw new Error(`the listener answered ${answer.status}: ${await answer.text()}`)
  }
}

/** Resolves when the facts of the press reach the instant. */
export async function untilFolded(database: Pick<Database, 'pool'>, press: TestMachine, until: number): Promise<void> {
  await eventually(async () => {
    const { rows } = await database.pool.query<{ at: number | null }>(
      'select max(as_of) as at from shift where company_id = $1 and work_center_id = $2',
      [press.companyId, press.workCenterId],
    )
    return (rows[0]?.at ?? 0) >= until ? true : undefined
  })
}

/** Resolves when nothing of the press waits to be worked out again: an order that was started may be in its facts after what was folded meanwhile. */
export async function untilRecalculated(database: Pick<Database, 'pool'>, press: TestMachine): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await database.pool.query('select from recalculation where company_id = $1 and work_center_id = $2', [
      press.companyId,
      press.workCenterId,
    ])
    return rowCount === 0 ? true : undefined
  })
}
