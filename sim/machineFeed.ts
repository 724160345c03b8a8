import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceConnection } from './deviceConnection.ts'
import type { Published } from './devicesFile.ts'
import { outageAt } from './outage.ts'
import type { DeviceSample, Simulated } from './simulate.ts'
import { simulate } from './simulate.ts'
import type { Plant } from './plant.ts'

/** History is sampled this coarsely. */
export const HISTORY_PERIOD_MS = 10_000
/** Samples of one message. */
const BATCH = 600
/** Messages on their way at once while history is fed; a device's messages are processed one after the other anyway. */
const WINDOW = 4
/** What is younger than this is sampled as live. */
const LIVE_AFTER_MS = 120_000
const TICK_MS = 200
/** After an outage the device first reports what is now, and delivers what it kept a little later. */
const BUFFER_DELAY_MS = 5_000

export type FeedOptions = {
  readonly machine: Simulated
  readonly plant: Plant
  readonly deviceId: string
  readonly connection: DeviceConnection
  readonly published: Published
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
}

/** Feeds one machine's samples: all that are missing up to now, then each as it happens; ends with the signal. */
export async function feedMachine(options: FeedOptions): Promise<void> {
  await feedHistory(options)
  options.onProgress(1)
  await feedLive(options)
}

async function feedHistory(options: FeedOptions): Promise<void> {
  const { machine, plant, published, deviceId, connection, signal } = options
  const from = published.until(deviceId) ?? plant.startAt
  const until = () => Date.now() - LIVE_AFTER_MS
  const inFlight: { readonly end: number; readonly acknowledged: Promise<void> }[] = []
  let start = from
  while (!signal.aborted && (start < until() || inFlight.length > 0)) {
    if (start < until() && inFlight.length < WINDOW) {
      const end = Math.min(start + BATCH * HISTORY_PERIOD_MS, until())
      const samples = simulate(machine, start, end, { periodMs: HISTORY_PERIOD_MS, isPrompt: false })
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
  while (!signal.aborted) {
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined)
    const now = Date.now()
    const from = published.until(deviceId) ?? now
    const outage = outageAt(machine, plant, now)
    if (signal.aborted || outage !== null || !connection.isConnected) continue
    const missed = outageAt(machine, plant, from)
    if (missed !== null && missed.end <= now) {
      await deliverLate(options, sample(from, missed.end), sample(missed.end, now))
      published.advance(deviceId, now)
      continue
    }
    for (const batch of batches(sample(from, now))) await connection.publish(batch)
    published.advance(deviceId, now)
  }
}

/** What is now comes first, so that the server meets the kept samples late. */
async function deliverLate(options: FeedOptions, kept: readonly DeviceSample[], current: readonly DeviceSample[]): Promise<void> {
  for (const batch of batches(current)) await options.connection.publish(batch)
  await sleep(BUFFER_DELAY_MS, undefined, { signal: options.signal }).catch(() => undefined)
  for (const batch of batches(kept)) await options.connection.publish(batch)
}

function* batches(samples: readonly DeviceSample[]): Generator<readonly DeviceSample[]> {
  for (let start = 0; start < samples.length; start += BATCH) yield samples.slice(start, start + BATCH)
}
