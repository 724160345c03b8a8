import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { decodeSeries } from '#server/sensor/sampleCodec.ts'
import { storedFacts } from '#server/testing/storedFacts.ts'
import { connectMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

/** The start of the morning shift of the day before yesterday: it is over wherever a clock that is a day wrong stands. */
export const PAST_SHIFT_START = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS + 6 * HOUR_MS

const WINDOW = 16
/** About 300 messages a second and machine: enough in flight at any moment, without taking the test machine's cores. */
const PAUSE_MS = 40
const SAMPLES_A_POST = 2_000

/** A machine that publishes with QoS 1, a window of messages in flight, and remembers what was acknowledged. */
export type Publisher = {
  readonly machine: TestMachine
  /** Returns how many messages are acknowledged. */
  acknowledged(): number
  /** Returns the numbers of the acknowledged messages. */
  ledger(): readonly number[]
  /** Ends at once, whatever is in flight. */
  end(): void
  /** Resolves with the number of messages, all acknowledged. */
  stop(): Promise<number>
}

export type PublishedSample = { readonly at: number; readonly values: { readonly POWER: number; readonly TOTAL_OUTPUT: number } }

/** Returns the sample of a message: the machine runs, idles and stops in turn and makes a piece each three seconds. */
export function sampleAt(index: number): PublishedSample {
  const phase = Math.floor(index / 97) % 3
  return {
    at: PAST_SHIFT_START + index * 1_000,
    values: { POWER: phase === 0 ? 12.4 : phase === 1 ? 2.2 : 0.1, TOTAL_OUTPUT: Math.floor(index / 3) },
  }
}

/** Returns a machine that publishes until it is stopped. The client repeats unacknowledged messages after a reconnect. */
export async function publishUntilStopped(machine: TestMachine, port: number, pauseMs = PAUSE_MS): Promise<Publisher> {
  const client = await connectMachine(machine, port, { reconnectPeriod: 50 })
  client.on('error', () => undefined)
  const topic = `v1/devices/${machine.deviceId}/telemetry`
  const ledger: number[] = []
  let next = 0
  let isStopped = false
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      const index = next++
      await client.publishAsync(topic, JSON.stringify(sampleAt(index)), { qos: 1 })
      ledger.push(index)
      await sleep(pauseMs)
    }
  }
  const loops = Array.from({ length: WINDOW }, () => loop().catch((error: unknown) => assert.ok(isStopped, String(error))))
  return {
    machine,
    acknowledged: () => ledger.length,
    ledger: () => [...ledger],
    end: () => {
      isStopped = true
      client.end(true)
    },
    stop: async () => {
      isStopped = true
      await Promise.all(loops)
      await client.endAsync()
      return next
    },
  }
}

/** Returns the answer to samples that the machine sends over HTTP. */
export async function post(
  { deviceId, secret }: TestMachine,
  url: string,
  samples: readonly unknown[],
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${url}/api/devices/${deviceId}/telemetry`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(samples),
    ...(signal && { signal }),
  })
}

/** Sends the samples of the numbers as a machine does that never met a fault. */
export async function postAll(machine: TestMachine, url: string, indices: readonly number[]): Promise<void> {
  for (let first = 0; first < indices.length; first += SAMPLES_A_POST) {
    const answer = await post(machine, url, indices.slice(first, first + SAMPLES_A_POST).map(sampleAt))
    assert.equal(answer.status, 202, await answer.text())
  }
}

/** Returns the numbers of the messages whose samples are stored, of each sensor type of the machine; twice what is stored twice. */
export async function storedNumbers(
  { pool }: Pick<Database, 'pool'>,
  { workCenterId }: TestMachine,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await pool.query<{ type: string; bytes: Buffer; crc32: number }>(
    `select s.type, c.bytes, c.crc32 from sensor s join sample_chunk c on c.company_id = s.company_id and c.sensor_id = s.id
     where s.work_center_id = $1 order by s.type, c.hour_at`,
    [workCenterId],
  )
  const numbers = new Map<string, number[]>()
  for (const { type, ...chunk } of rows) {
    const found = decodeSeries(chunk).instants.map((at) => (at - PAST_SHIFT_START) / 1_000)
    numbers.set(type, [...(numbers.get(type) ?? []), ...found])
  }
  return numbers
}

/** Resolves when the facts of both machines up to the message's sample are equal; fails with the difference. */
export async function assertSameFacts(
  database: Pick<Database, 'pool'>,
  [found, expected]: readonly [TestMachine, TestMachine],
  count: number,
  limitMs = 15_000,
): Promise<void> {
  const until = PAST_SHIFT_START + count * 1_000
  const read = (one: TestMachine) => storedFacts(database, one, until)
  const isSame = async (): Promise<true | undefined> => {
    const [left, right] = [await read(found), await read(expected)]
    return right.length > 0 && JSON.stringify(left) === JSON.stringify(right) ? true : undefined
  }
  await eventually(isSame, limitMs).catch(async () => assert.deepEqual(await read(found), await read(expected)))
}
