import { fastify } from 'fastify'
import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import type { SensorKey } from '#engine/sensor/sensorType.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { startIngest } from '#server/ingest/ingest.ts'
import { sensorsIn } from '#server/ingest/samples/sampleBuffer.ts'
import { SampleStore } from '#server/ingest/samples/sampleStore.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'
import { previewSetup } from '#server/recalculation/preview.service.ts'
import type { Preview } from '#server/recalculation/preview.service.ts'
import { addCompany, addMachine } from './testMachines.ts'
import type { TestMachine } from './testMachines.ts'

const PERIOD_MS = 10_000
const DAYS = 30
const STOP_EVERY = 120
const STOP_FROM = 96

/** A work center with a month of power and counter readings each ten seconds in its chunks, and ingest beside it. */
export type RecordedMonth = {
  readonly samples: number
  /** Changes the reference speed since the first sample and has the whole month recalculated. */
  changeSpeed(perMin: number): Promise<void>
  /** Says something about a stop in the middle of the month and has recalculated what that changes. */
  classifyStop(): Promise<void>
  /** Has the device send a minute of samples, with a stop now and then, and all of it written: log, facts, state, chunks. */
  sendMinute(): Promise<void>
  /** Previews another reference speed over the whole month. */
  preview(): Promise<Preview>
  close(): Promise<void>
}

/** Returns the month that ended at `now`, recalculated once. */
export async function recordMonth(database: Database, id: string, now: number): Promise<RecordedMonth> {
  let present = now
  const companyId = await addCompany(database, id)
  const machine = await addMachine(database, companyId)
  const start = now - DAYS * DAY_MS
  const samples = await storeSamples(database, machine, start)
  const [reason] = (
    await database.pool.query<{ id: number }>(`insert into loss_reason (company_id, name) values ($1, 'Jam') returning id`, [id])
  ).rows
  const ingest = await startIngest({
    config: { host: '127.0.0.1', mqttPort: 0 },
    database,
    live: createLiveBus(),
    log: createLog('warn'),
    now: () => present,
  })
  const app = fastify()
  await ingest.register(app)
  const mark = async (from: number, to: number | null): Promise<void> => {
    await database.inTenant(companyId, (tenant) =>
      markForRecalculation(tenant, [{ workCenterId: machine.workCenterId, from, to, cause: 'TEST' }], null),
    )
    await ingest.reload({ companyId, workCenterId: machine.workCenterId }, { wait: true })
  }
  await mark(0, null)
  let stop = start + (DAYS / 2) * DAY_MS + STOP_FROM * PERIOD_MS
  return {
    samples,
    changeSpeed: async (perMin) => {
      await database.pool.query('update work_center set target_speed = $3 where company_id = $1 and id = $2', [
        ...[companyId, machine.workCenterId, perMin],
      ])
      await mark(0, null)
    },
    classifyStop: async () => {
      const end = stop + (STOP_EVERY - STOP_FROM) * PERIOD_MS
      await database.pool.query(
        'insert into loss_annotation (company_id, work_center_id, start_at, end_at, reason_id) values ($1, $2, $3, $4, $5)',
        [...[companyId, machine.workCenterId, stop, end, asId<LossReasonId>(reason?.id ?? 0)]],
      )
      await mark(stop, end)
      stop += STOP_EVERY * PERIOD_MS
    },
    sendMinute: async () => {
      const sent = Array.from({ length: MINUTE_MS / PERIOD_MS }, (_, index) => present + index * PERIOD_MS)
      const isStopped = (present / MINUTE_MS) % 2 === 0
      const total = (present - start) / PERIOD_MS
      present += MINUTE_MS
      await app.inject({
        method: 'POST',
        url: `/api/devices/${machine.deviceId}/telemetry`,
        headers: { authorization: `Bearer ${machine.secret}` },
        payload: sent.map((at, index) => ({ at, values: { POWER: isStopped ? 2 : 9, TOTAL_OUTPUT: 9 * (total + index) } })),
      })
      await ingest.settleFor(companyId, [machine.workCenterId], Infinity)
    },
    preview: () =>
      previewSetup(
        { database, readSamples: createSampleReader(database, { unsealed: ingest.unsealed }), now: () => now },
        companyId,
        machine.workCenterId,
        (setup) => ({ ...setup, output: { ...setup.output, targetSpeedPerMin: 44 } }),
        { start, end: now },
      ),
    close: async () => {
      await app.close()
      await ingest.close()
    },
  }
}

/** A machine that stops for four minutes of each twenty. */
async function storeSamples(database: Database, ref: TestMachine, start: number): Promise<number> {
  const client = await database.connect()
  const store = new SampleStore(client, (detail) => {
    throw new Error(detail)
  })
  const perDay = DAY_MS / PERIOD_MS
  let total = 0
  for (let day = 0; day < DAYS; day++) {
    const instants = Array.from({ length: perDay }, (_, index) => start + day * DAY_MS + index * PERIOD_MS)
    const isStopped = instants.map((_, index) => index % STOP_EVERY >= STOP_FROM)
    const power = isStopped.map((stopped, index) => (stopped ? 2 : 9 + (index % 7) / 10))
    const counter = isStopped.map((stopped) => (total += stopped ? 0 : 9))
    const sensors = new Map<SensorKey, { instants: number[]; values: number[] }>([
      ['POWER', { instants, values: power }],
      ['TOTAL_OUTPUT', { instants, values: counter }],
    ])
    const taken = [{ ref, sensors }]
    await store.register(sensorsIn(taken))
    await client.query('begin')
    await store.merge(taken)
    await client.query('commit')
  }
  await client.end()
  return 2 * perDay * DAYS
}
