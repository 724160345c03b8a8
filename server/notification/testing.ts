import type { UserId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi, TestApiOptions } from '#server/graphql/testing.ts'
import { createLog } from '#server/log.ts'
import { addPressWithStops, sendSamples, untilFolded } from '#server/testing/stoppedPress.ts'
import type { Stretch } from '#server/testing/stoppedPress.ts'
import { untilEventsArePast } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { keepNotifications } from './keepNotifications.ts'
import type { KeptNotifications } from './keepNotifications.ts'
import { insertReceipts, renewReceipts } from './receipt.store.ts'

/** A Monday; shifts begin at 6, 14 and 22. */
export const START = Date.UTC(2026, 4, 4, 6)

/** Returns the instant of the minute since the shift began. */
export function minute(at: number): number {
  return START + at * MINUTE_MS
}

/** What a press does from a minute on. */
export type Passing = {
  readonly from: number
  readonly stops?: readonly Stretch[]
  readonly silent?: readonly Stretch[]
  readonly values?: (minute: number) => Readonly<Record<string, number>>
}

/** A press that has run for half an hour, with the notifications of its company. */
export type ToldPress = {
  readonly api: TestApi
  readonly press: TestMachine
  readonly kept: KeptNotifications
  /** Has what happened by now told. */
  settle(): Promise<void>
  /** Sends what the press does until the minute, and has all of it worked out as of then. */
  pass(until: number, passing: Passing): Promise<void>
  close(): Promise<void>
}

/** Returns a press whose notifications are worked out when a test says so, at the time of its clock. */
export async function startToldPress(clock: { now: number }, options: Partial<TestApiOptions> = {}): Promise<ToldPress> {
  const now = () => clock.now
  const api = await startTestApi({ ingest: true, now, log: createLog('error'), ...options })
  const { database, deps } = api
  const kept = await keepNotifications({ database, log: deps.log, readSamples: deps.readSamples, now, everyMs: HOUR_MS })
  const press = await addPressWithStops(api, ACME, { start: START, until: 30, stops: [] })
  const settle = async () => {
    await untilEventsArePast(api)
    await kept.run()
  }
  return {
    api,
    press,
    kept,
    settle,
    pass: async (until, { stops = [], ...passing }) => {
      clock.now = minute(until)
      await sendSamples(api.origin, press, { ...passing, start: START, until, stops })
      await untilFolded(database, press, minute(until - 1))
      await api.store(ACME)
      await settle()
    },
    close: async () => {
      await kept.close()
      await api.close()
    },
  }
}

/** Puts a notification of a stop into somebody's inbox, or tells it to them again as news. */
export async function putCopy(
  { database }: Pick<TestApi, 'database'>,
  {
    notificationId,
    userId,
    at,
    step = 0,
  }: { readonly notificationId: string; readonly userId: UserId; readonly at: number; readonly step?: number },
  { isNews } = { isNews: true },
): Promise<void> {
  await database.inSystem(async (tx) => {
    const tenant = { companyId: ACME, tx }
    await insertReceipts(tenant, [{ notificationId, userId, type: 'STATUS_DURATION', firedAt: at, step, heldBy: null }])
    if (isNews) await renewReceipts(tenant, [{ notificationId, userId }])
  })
}
