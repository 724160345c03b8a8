import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTimeline } from './activity.ts'
import { Published } from './devicesFile.ts'
import { readFactory } from './factoryFile.ts'
import { feedMachine } from './machineFeed.ts'
import { createPlant } from './plant.ts'
import type { Simulated } from './simulate.ts'
import { simulate } from './simulate.ts'

const HOUR_MS = 3_600_000
const directory = mkdtempSync(join(tmpdir(), 'sim-feed-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const factory = readFactory(new URL('demoFactory.json', import.meta.url))
const plant = createPlant(factory.company.timeZone, factory.shifts, Date.now() - 12 * HOUR_MS)

function machineOf(key: string): Simulated {
  const spec = factory.machines.find((machine) => machine.key === key)
  assert.ok(spec)
  return { spec, factory, timeline: createTimeline(spec, factory.seed, plant) }
}

type FeedRun = { readonly batches: (readonly { readonly at: number }[])[]; readonly until: () => number | undefined }

type Batches = FeedRun['batches']

const PATIENCE_MS = 60_000

/** Runs the feed until its batches meet the condition, against a server that acknowledges after a moment, or never. */
async function feedUntil(
  isEnough: (batches: Batches) => boolean,
  state: string,
  options: { readonly isAnswering: boolean; readonly machine?: Simulated },
): Promise<FeedRun> {
  const ending = new AbortController()
  const published = new Published(state)
  const batches: (readonly { readonly at: number }[])[] = []
  const connection = {
    isConnected: options.isAnswering,
    publish: async (samples: readonly { readonly at: number | string }[]) => {
      batches.push(samples.map(({ at }) => ({ at: Number(at) })))
      if (!options.isAnswering) await new Promise(() => undefined)
      await sleep(1)
    },
  }
  const machine = options.machine ?? machineOf('mill-2')
  void feedMachine({
    machine,
    plant,
    deviceId: 'device',
    connection,
    published,
    signal: ending.signal,
    onProgress: () => undefined,
    bufferDelayMs: 20,
  })
  const giveUpAt = Date.now() + PATIENCE_MS
  while (!isEnough(batches) && Date.now() < giveUpAt) await sleep(50)
  ending.abort()
  await sleep(300)
  published.save()
  return { batches, until: () => published.until('device') }
}

function isLive(batches: Batches): boolean {
  return Date.now() - (batches.at(-1)?.at(-1)?.at ?? 0) < 3_000
}

function hasLate(batches: Batches): boolean {
  const instants = batches.flat().map((sample) => sample.at)
  return instants.some((at, index) => at < (instants[index - 1] ?? 0))
}

test('the first start feeds all history and goes on live; the next start feeds only what is missing', async () => {
  const state = join(directory, 'published.json')
  const first = await feedUntil(isLive, state, { isAnswering: true })
  const instants = first.batches.flat().map((sample) => sample.at)
  assert.equal(
    instants[0],
    simulate(machineOf('mill-2'), plant.startAt, plant.startAt + 60_000, { periodMs: factory.reportPeriodMs, isPrompt: false })[0]?.at,
  )
  for (const [index, at] of instants.entries()) assert.ok(at > (instants[index - 1] ?? 0), 'each sample once, in order')
  const newest = instants.at(-1) ?? 0
  assert.ok(Date.now() - newest < 30_000, 'live')
  assert.equal(statSync(state).mode & 0o777, 0o600)

  const second = await feedUntil((batches) => batches.length > 1, state, { isAnswering: true })
  const later = second.batches.flat().map((sample) => sample.at)
  assert.ok(later.length > 0 && later.length < 500)
  assert.ok((later[0] ?? 0) >= newest, 'nothing is sent again')
  assert.ok((later[0] ?? Infinity) - newest <= 2 * machineOf('mill-2').spec.livePeriodMs, 'nothing is left out')
})

test('what was never acknowledged is fed again', async () => {
  const state = join(directory, 'unanswered.json')
  const silent = await feedUntil((batches) => batches.length > 0, state, { isAnswering: false })
  assert.equal(silent.until(), undefined)
  assert.ok(silent.batches.length > 0 && silent.batches.length <= 4, 'a window, not everything at once')
  const answered = await feedUntil((batches) => batches.length > 0, state, { isAnswering: true })
  assert.equal(answered.batches[0]?.[0]?.at, silent.batches[0]?.[0]?.at)
})

test('a damaged file of what was published means to feed everything again', () => {
  const state = join(directory, 'damaged.json')
  writeFileSync(state, '{"device": 17')
  assert.equal(new Published(state).until('device'), undefined)
})

test('after an outage the newest samples come first and the kept ones late; none is lost or doubled', async () => {
  const plain = machineOf('palletiser-1')
  // So many and so short that one falls into the test's first seconds, or soon after.
  const behaviour = { ...plain.spec.behaviour, outagesPerShift: 20_000, outageMinutes: [0.008, 0.012] as const }
  const machine = { ...plain, spec: { ...plain.spec, livePeriodMs: 50, behaviour } }
  const run = await feedUntil((batches) => hasLate(batches) && isLive(batches), join(directory, 'outage.json'), {
    isAnswering: true,
    machine,
  })
  const instants = run.batches.flat().map((sample) => sample.at)
  assert.ok(hasLate(run.batches), 'something came late')
  const sent = new Set(instants)
  assert.equal(sent.size, instants.length, 'none is doubled')
  const until = run.until() ?? 0
  const expected = simulate(machine, until - 2_500, until, { periodMs: 50, isPrompt: true })
  assert.ok(expected.length >= 50 && expected.every(({ at }) => sent.has(at)), 'none is lost')
})
