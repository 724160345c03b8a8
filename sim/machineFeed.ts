import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceConnection } from './deviceConnection.ts'
import type { Published } from './devicesFile.ts'
import { outageAt } from './outage.ts'
import type { Outage } from './outage.ts'
import type { DeviceSample, Simulated } from './simulate.ts'
import { simulate } from './simulate.ts'
import type { Plant } from './plant.ts'

/** Samples of one message. */
const BATCH = 600
/** Messages on their way at once while history is fed; a device's messages are processed one after the other anyway. */
const WINDOW = 4
/** What is younger than this is sampled as live. */
const LIVE_AFTER_MS = 120_000
const TICK_MS = 200
/** Older samples would be refused as too late. */
const MAX_HISTORY_MS = 30 * 86_400_000

export type FeedOptions = {
  readonly machine: Simulated
  readonly plant: Plant
  readonly deviceId: string
  readonly connection: Pick<DeviceConnection, 'isConnected' | 'publish'>
  readonly published: Published
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
  /** After an outage the device first reports current values, and delivers the kept ones so much later. */
  readonly bufferDelayMs: number
}

/** Feeds one machine's samples: all that are missing up to now, then each as it happens; ends with the signal. */
export async function feedMachine(options: FeedOptions): Promise<void> {
  await feedHistory(options)
  options.onProgress(1)
  await feedLive(options)
}

async function feedHistory(options: FeedOptions): Promise<void> {
  const { machine, plant, published, deviceId, connection, signal } = options
  const from = Math.max(published.until(deviceId) ?? plant.startAt, Date.now() - MAX_HISTORY_MS)
  const periodMs = machine.factory.reportPeriodMs
  const until = () => Date.now() - LIVE_AFTER_MS
  const inFlight: { readonly end: number; readonly acknowledged: Promise<void> }[] = []
  let start = from
  while (!signal.aborted && (start < until() || inFlight.length > 0)) {
    if (start < until() && inFlight.length < WINDOW) {
      const end = Math.min(start + BATCH * periodMs, until())
      const samples = simulate(machine, start, end, { periodMs, isPrompt: false })
      inFlight.push({ end, acknowledged: samples.length > 0 ? connection.publish(samples) : Promise.resolve() })
      start = end
      continue
    }
    const oldest = inFlight.shift()
    if (oldest === undefined) continue
    await oldest.acknowledged
    published.advance(deviceId, oldest.end)
    options.onProgress(Math.min(1, (oldest.end - from) / Math.max(1, until() - from)))
  }
}

async function feedLive(options: FeedOptions): Promise<void> {
  const { machine, plant, published, deviceId, connection, signal } = options
  const periodMs = machine.spec.livePeriodMs
  const sample = (from: number, to: number) => simulate(machine, from, to, { periodMs, isPrompt: true })
  let missed: Outage | null = null
  while (!signal.aborted) {
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined)
    const now = Date.now()
    const from = published.until(deviceId) ?? now
    const outage = outageAt(machine, plant, now)
    missed = outage ?? missed
    if (signal.aborted || outage !== null || !connection.isConnected) continue
    if (missed === null) {
      for (const batch of batches(sample(from, now))) await connection.publish(batch)
    } else {
      const end = Math.max(from, Math.min(missed.end, now))
      await deliverLate(options, sample(from, end), sample(end, now))
      missed = null
    }
    published.advance(deviceId, now)
  }
}

/** Current values first, so that the kept samples arrive late. */
async function deliverLate(options: FeedOptions, kept: readonly DeviceSample[], current: readonly DeviceSample[]): Promise<void> {
  for (const batch of batches(current)) await options.connection.publish(batch)
  await sleep(options.bufferDelayMs, undefined, { signal: options.signal }).catch(() => undefined)
  for (const batch of batches(kept)) await options.connection.publish(batch)
}

function* batches(samples: readonly DeviceSample[]): Generator<readonly DeviceSample[]> {
  for (let start = 0; start < samples.length; start += BATCH) yield samples.slice(start, start + BATCH)
}
