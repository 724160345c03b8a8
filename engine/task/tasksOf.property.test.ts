import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { asId } from '#engine/ids.ts'
import type { LossAnnotationId, LossReasonId, StatusRuleId } from '#engine/ids.ts'
import { reasonByDuration } from '#engine/loss/trackingRule.ts'
import type { LossTrackingRow } from '#engine/loss/lossSetup.ts'
import { exampleTracking } from '#engine/testing/lossSetups.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { DueTask, OperationalPlan, StoredTask, TaskFacts, TaskLoss } from './operationalTask.ts'
import { planTasks } from './planTasks.ts'
import { nextLookAt, tasksOf } from './tasksOf.ts'

const RUNS = 300
const STATUS = asId<StatusRuleId>(2)
const SHIFT_MS = 4 * HOUR_MS
const START = Date.UTC(2026, 4, 4, 6)
const SECONDS = 16 * 3600
const END = START + SECONDS * 1000
const NONE: TaskFacts = { losses: [], trackingRules: [], segments: [], reachedOrders: [], confirmedShifts: [] }

/** A stop as it really was, and what a person said of it after so long. */
type RealStop = { readonly start: number; readonly end: number; readonly saidAt: number | null; readonly isScheduled: boolean }
type World = { readonly stops: readonly RealStop[]; readonly rows: readonly LossTrackingRow[]; readonly plan: OperationalPlan }

const seconds = fc.integer({ min: 0, max: SECONDS - 1 })
const instants = (max: number) =>
  fc.uniqueArray(seconds, { maxLength: max }).map((found) => found.toSorted((a, b) => a - b).map((one) => START + one * 1000))

const words = fc.record({ saidAfter: fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: null }), isScheduled: fc.boolean() })
const stops: fc.Arbitrary<readonly RealStop[]> = fc
  .record({ borders: instants(24), said: fc.array(words, { minLength: 12, maxLength: 12 }) })
  .map(({ borders, said }) => {
    const found: RealStop[] = []
    for (const [index, { saidAfter, isScheduled }] of said.entries()) {
      const [start, end] = [borders[2 * index], borders[2 * index + 1]]
      if (start === undefined || end === undefined) break
      const saidAt = saidAfter === null ? null : start + saidAfter * 1000
      found.push({ start, end, saidAt, isScheduled: isScheduled && index % 3 === 0 })
    }
    return found
  })

const cutSeconds = fc.uniqueArray(fc.constantFrom(0, 30, 60, 61, 300, 1200, 5000), { maxLength: 4 })
const rows: fc.Arbitrary<readonly LossTrackingRow[]> = fc.tuple(cutSeconds, fc.nat({ max: 4 })).map(([cuts, hole]) => {
  const edges = cuts.toSorted((a, b) => a - b).map((one) => one * 1000)
  const all: LossTrackingRow[] = []
  for (const [index, fromMs] of edges.entries()) {
    all.push({ fromMs, toMs: edges[index + 1] ?? null, reasonId: asId<LossReasonId>(index + 1) })
  }
  return all.filter((_row, index) => index !== hole)
})

const worlds: fc.Arbitrary<World> = fc.record({
  stops,
  rows,
  plan: fc.record({
    event: fc.constant('LOSS_APPEARED' as const),
    isActive: fc.constant(true),
    activeFrom: fc.constantFrom(0, START + 3 * HOUR_MS),
    delayMs: fc.constantFrom(0, MINUTE_MS, 10 * MINUTE_MS),
  }),
})

/** What is stored of the stops at the instant: pieces by shift, with the reasons that they have by then. */
function factsAt({ stops: real, rows: reasons }: World, now: number): TaskFacts {
  const begun = real.filter(({ start }) => start < now)
  const losses = begun.flatMap(({ start, end, saidAt, isScheduled }, index): readonly TaskLoss[] => {
    const until = Math.min(end, now)
    const byRule = reasonByDuration(reasons, until - start)
    const isSaid = saidAt !== null && saidAt <= now
    const pieces: TaskLoss[] = []
    for (let at = start; at < until; at = shiftEnd(at)) {
      pieces.push({
        source: 'STATUS',
        start: at,
        end: shiftEnd(at) < until ? shiftEnd(at) : end <= now ? end : null,
        chainStart: start,
        kind: 'RULE',
        statusRuleId: STATUS,
        isScheduledLoss: isScheduled,
        shiftStart: shiftEnd(at) - SHIFT_MS,
        reasonId: isSaid ? asId<LossReasonId>(9) : byRule,
        reasonSource: isSaid ? 'MANUAL' : byRule === null ? null : 'RULE',
        annotationId: isSaid ? asId<LossAnnotationId>(index + 1) : null,
        isValid: true,
      })
    }
    return pieces
  })
  return { ...NONE, losses, trackingRules: [{ ...exampleTracking(2, []), rows: reasons }] }
}

function shiftEnd(at: number): number {
  return START + (Math.floor((at - START) / SHIFT_MS) + 1) * SHIFT_MS
}

function tasksAt(world: World, now: number): readonly DueTask[] {
  const said = world.stops.flatMap(({ saidAt }, index) =>
    saidAt === null || saidAt > now ? [] : [{ id: asId<LossAnnotationId>(index + 1), at: saidAt, by: null }],
  )
  return tasksOf(factsAt(world, now), said, [world.plan], now)
}

function applied(kept: readonly StoredTask[], due: readonly DueTask[], now: number): readonly StoredTask[] {
  const { added, changed } = planTasks({ due, stored: kept, now })
  const rowsAfter = kept.map((row) => {
    const { isTurned: _isTurned, ...change } = changed.find(({ id }) => id === row.id) ?? { isTurned: false }
    return { ...row, ...change }
  })
  return [...rowsAfter, ...added.map(({ isAsked: _isAsked, ...task }, index) => ({ ...task, id: kept.length + index + 1 }))]
}

const told = (tasks: readonly Omit<StoredTask, 'id'>[]) =>
  tasks
    .map(({ shiftStart, subject, dueAt, closed }) => ({ shiftStart, subject, dueAt, closed }))
    .toSorted((left, right) => left.subject.start - right.subject.start)

test('looked at at any instants, the tasks are those of one look at the end', () => {
  let count = 0
  fc.assert(
    fc.property(worlds, instants(12), (world, looks) => {
      let kept: readonly StoredTask[] = []
      for (const now of [...looks, END]) kept = applied(kept, tasksAt(world, now), now)
      const whole = tasksAt(world, END).filter(({ isAsked }) => isAsked)
      assert.deepEqual(told(kept), told(whole))
      count += whole.length
    }),
    { numRuns: RUNS },
  )
  assert.ok(count > RUNS)
})

test('planned again nothing changes, whatever late data made of the stops', () => {
  fc.assert(
    fc.property(worlds, worlds, instants(6), (before, after, looks) => {
      let kept: readonly StoredTask[] = []
      for (const [index, now] of [...looks, END].entries()) {
        const due = tasksAt(index % 2 === 0 ? before : { ...after, rows: before.rows, plan: before.plan }, now)
        const ids = kept.map(({ id }) => id)
        kept = applied(kept, due, now)
        assert.deepEqual(planTasks({ due, stored: kept, now }), { added: [], changed: [] })
        assert.deepEqual(
          kept.slice(0, ids.length).map(({ id }) => id),
          ids,
        )
        // Who is asked now is asked about a stop without a reason, and about each of them.
        const pending = kept.filter(({ closed }) => closed === null)
        const open = due.filter(({ closed }) => closed === null)
        assert.ok(pending.every(({ subject }) => open.some((one) => one.subject.start === subject.start)))
        assert.ok(open.every((one) => !one.isAsked || pending.some(({ subject }) => one.subject.start === subject.start)))
        const keys = kept.map(({ shiftStart, subject }) => `${shiftStart}/${subject.start}`)
        assert.equal(new Set(keys).size, keys.length)
      }
    }),
    { numRuns: RUNS },
  )
})

test('between two looks at the told instants nothing changes by time alone', () => {
  fc.assert(
    fc.property(worlds, seconds, fc.double({ min: 0, max: 1, noNaN: true }), (world, second, share) => {
      const now = START + second * 1000
      const facts = factsAt(world, now)
      const next = nextLookAt(facts, [world.plan], now)
      const later = Math.floor(now + ((next ?? END) - 1 - now) * share)
      if (later <= now) return
      const asked = (at: number) => tasksOf(facts, [], [world.plan], at).filter(({ isAsked }) => isAsked)
      assert.deepEqual(asked(later), asked(now))
    }),
    { numRuns: RUNS },
  )
})
