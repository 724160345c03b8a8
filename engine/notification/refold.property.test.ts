import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Condition, ConditionFacts, ConditionStatus } from './condition.ts'
import { dueAt } from './countedTime.ts'
import { episodesOf } from './episodes.ts'
import { matchEpisodes } from './matchEpisodes.ts'
import type { DuePolicy, EpisodeChange, StoredEpisode } from './matchEpisodes.ts'

const T = Date.UTC(2026, 10, 24, 6)
const minute = (minutes: number) => T + minutes * MINUTE_MS
const END = minute(16 * 60)
const WINDOWS = [
  { start: T, end: T + 8 * HOUR_MS },
  { start: T + 9 * HOUR_MS, end: T + 15 * HOUR_MS },
]
const usual = { statusRuleId: null, mode: 'STATUS', unlessPlanned: false, targetValue: null, comparisonType: 'LOWER' } as const
const CONDITIONS: readonly Condition[] = [
  { ...usual, type: 'STATUS_DURATION' },
  { ...usual, type: 'STATUS_DURATION', mode: 'STOP' },
  { ...usual, type: 'WORK_CENTER_OFF' },
  { ...usual, type: 'WORK_IN_NON_WORK_TIME' },
  { ...usual, type: 'CONNECTION_LOST' },
]

const STATES = ['RUN', 'STOP', 'OFF', 'SILENT'] as const
type Sample = { readonly minute: number; readonly state: (typeof STATES)[number] }

/** A sample holds until the next one, or for ten minutes, then there is no data. */
function factsOf(samples: readonly Sample[]): ConditionFacts {
  const statuses: ConditionStatus[] = []
  const ascending = samples.toSorted((a, b) => a.minute - b.minute)
  for (const [index, sample] of ascending.entries()) {
    const next = ascending[index + 1]
    const heldUntil = sample.minute + 10
    const end = next === undefined ? null : minute(next.minute)
    if (next !== undefined && next.minute <= heldUntil) add(statuses, statusOf(sample.state, minute(sample.minute), end))
    else {
      add(statuses, statusOf(sample.state, minute(sample.minute), minute(heldUntil)))
      add(statuses, statusOf('SILENT', minute(heldUntil), end))
    }
  }
  return { statuses, pieces: [], windows: WINDOWS, shifts: [] }
}

function add(statuses: ConditionStatus[], one: ConditionStatus): void {
  const last = statuses.at(-1)
  if (last !== undefined && last.cause === one.cause && last.isStop === one.isStop && last.isEffective === one.isEffective)
    statuses[statuses.length - 1] = { ...last, end: one.end }
  else statuses.push(one)
}

function statusOf(state: Sample['state'], start: number, end: number | null): ConditionStatus {
  const cause = state === 'OFF' ? 'DEVICE_OFF' : state === 'SILENT' ? 'SILENT' : null
  const kind = cause === null ? 'RULE' : 'NO_DATA'
  return { start, end, kind, cause, statusRuleId: null, isEffective: state === 'RUN', isStop: state === 'STOP' }
}

type Row = StoredEpisode & { readonly isFoundLate: boolean; readonly fired: number }
type Keeping = { readonly now: number; readonly made: string[]; readonly judged?: DuePolicy }
/** Rows as the server keeps them; the id of a new one is its number. */
function applied(rows: readonly Row[], changes: readonly EpisodeChange[], { now, made, judged = JUDGED }: Keeping): readonly Row[] {
  const next = new Map(rows.map((row) => [row.id, row]))
  for (const change of changes) {
    if (change.change === 'DROP') next.delete(change.id)
    else if (change.change === 'RETRACT') {
      const row = next.get(change.id)
      if (row !== undefined) next.set(change.id, { ...row, state: 'RETRACTED' })
    } else {
      const id = change.id ?? String(made.push('row'))
      const row = next.get(id)
      const { since, until, dueAt } = change
      const isFiring = change.change === 'FIRE'
      const state = change.change === 'KEEP' ? change.state : until !== null && until <= now ? 'RESOLVED' : 'OPEN'
      const firedAt = isFiring ? now : (row?.firedAt ?? null)
      const isFoundLate = isFiring ? change.isFoundLate : (row?.isFoundLate ?? false)
      const judgedBy = isFiring ? judged : (row?.judgedBy ?? null)
      const fired = (row?.fired ?? 0) + (isFiring ? 1 : 0)
      next.set(id, { id, since, until, dueAt, state, firedAt, judgedBy, isUnwatched: false, isFoundLate, fired })
    }
  }
  return [...next.values()]
}

const JUDGED = { countsFrom: 0, durationMs: 5 * MINUTE_MS, freshMs: 15 * MINUTE_MS }
const shown = ({ since, until, dueAt, state }: Pick<Row, 'since' | 'until' | 'dueAt' | 'state'>) => [since, until, dueAt, state]

/** The rows after the batches came in, one after the other, and the clock went on after each. */
function rowsAfter(condition: Condition, batches: readonly (readonly Sample[])[], instants: readonly number[]): readonly Row[] {
  const made: string[] = []
  let rows: readonly Row[] = []
  const known = new Map<number, Sample>()
  for (const [index, batch] of [...batches, []].entries()) {
    for (const one of batch) known.set(one.minute, one)
    const now = instants[index] ?? END
    const facts = factsOf([...known.values()].filter((one) => minute(one.minute) <= now))
    const stored = rows.filter(({ state }) => state !== 'RETRACTED')
    const changes = matchEpisodes(stored, episodesOf(condition, facts, now), { ...JUDGED, now })
    rows = [...rows.filter(({ state }) => state === 'RETRACTED'), ...applied(stored, changes, { now, made })]
  }
  return rows
}

const TICK = 5
/** At the minute: a duration in minutes, or for how long nobody watches (the rule is off, or the machine shut down). */
type Change = { readonly minute: number } & ({ readonly duration: number } | { readonly off: number })
type Arrival = { readonly sample: Sample; readonly minute: number }
type Force = DuePolicy & { readonly from: number }

/** The rows at the end of samples that came at those minutes, and every policy that held, while somebody changed the rule; the clock is looked at every five minutes. */
function rowsOverTime(condition: Condition, arrivals: readonly Arrival[], changes: readonly Change[]) {
  const made: string[] = []
  let rows: readonly Row[] = []
  let judged: DuePolicy = { durationMs: JUDGED.durationMs, countsFrom: 0 }
  let offUntil = -1
  const forces: Force[] = [{ ...judged, from: T }]
  const look = (now: number): void => {
    if (offUntil >= 0) return
    const known = new Map(arrivals.filter((one) => minute(one.minute) <= now).map(({ sample }) => [sample.minute, sample]))
    const stored = rows.filter(({ state }) => state !== 'RETRACTED')
    const found = episodesOf(condition, factsOf([...known.values()]), now)
    const applying = { now, made, judged }
    rows = [
      ...rows.filter(({ state }) => state === 'RETRACTED'),
      ...applied(stored, matchEpisodes(stored, found, { ...judged, now, freshMs: JUDGED.freshMs }), applying),
    ]
  }
  for (let at = 0; minute(at) <= END; at += TICK) {
    const now = minute(at)
    look(now)
    const before = judged
    if (offUntil === at) {
      offUntil = -1
      judged = { ...judged, countsFrom: now }
    }
    for (const change of changes.filter((one) => one.minute === at)) {
      if ('duration' in change) {
        const durationMs = change.duration * MINUTE_MS
        const countsFrom = durationMs < judged.durationMs ? Math.max(judged.countsFrom, now - durationMs) : judged.countsFrom
        judged = { durationMs, countsFrom }
      } else if (offUntil < 0) {
        offUntil = at + change.off
        const ended = { state: 'RESOLVED', until: now, isUnwatched: true } as const
        rows = rows.filter(({ state }) => state !== 'PENDING').map((row) => (row.state === 'OPEN' ? { ...row, ...ended } : row))
      }
    }
    if (before !== judged) forces.push({ ...judged, from: now })
    look(now)
  }
  return { rows, forces }
}

const sample = fc.record({ minute: fc.integer({ min: 0, max: 900 }), state: fc.constantFrom(...STATES) })
const samples = fc.uniqueArray(sample, { selector: (one) => one.minute, minLength: 20, maxLength: 120, size: 'max' })
const worlds = fc.record({ samples, size: fc.integer({ min: 1, max: 25 }), condition: fc.constantFrom(...CONDITIONS) })
const batchesOf = (all: readonly Sample[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

describe('episodes of data that came in any order', () => {
  it('are those of the same data in order', () => {
    let compared = 0
    fc.assert(
      fc.property(worlds, ({ samples: all, size, condition }) => {
        const whole = rowsAfter(condition, [all], [])
        const batches = batchesOf(all, size)
        // The clock stands at the end of what has come so far.
        const latest = batches.map((batch) => Math.max(...batch.map((one) => minute(one.minute))))
        const instants = latest.map((_, index) => Math.max(...latest.slice(0, index + 1)))
        const rows = rowsAfter(condition, batches, instants)
        const standing = rows.filter(({ state }) => state !== 'RETRACTED').toSorted((a, b) => a.since - b.since)
        assert.deepEqual(standing.map(shown), whole.toSorted((a, b) => a.since - b.since).map(shown))
        compared += standing.length
      }),
    )
    assert.ok(compared > 200, `only ${compared} episodes`)
  })

  it('are told once each, whatever came late', () => {
    let retracted = 0
    fc.assert(
      fc.property(worlds, ({ samples: all, size, condition }) => {
        const batches = batchesOf(all, size)
        const instants = batches.map((_, index) => END - (batches.length - index) * MINUTE_MS)
        const rows = rowsAfter(condition, batches, instants)
        retracted += rows.filter(({ state }) => state === 'RETRACTED').length
        for (const row of rows) assert.equal(row.fired, row.firedAt === null ? 0 : 1)
      }),
    )
    assert.ok(retracted > 20, `only ${retracted} retracted`)
  })

  it('stand as they were told, whatever the rules say afterwards', () => {
    let changed = 0
    const rules = fc.record({
      durationMs: fc.integer({ min: 0, max: 60 }).map((m) => m * MINUTE_MS),
      countsFrom: fc.constantFrom(0, minute(300), END),
    })
    fc.assert(
      fc.property(worlds, rules, ({ samples: all, condition }, rule) => {
        const rows = rowsAfter(condition, [all], [END])
        const told = rows.filter(({ firedAt }) => firedAt !== null)
        const found = episodesOf(condition, factsOf(all.filter((one) => minute(one.minute) <= END)), END)
        const changes = matchEpisodes(rows, found, { ...rule, freshMs: JUDGED.freshMs, now: END })
        const kept = new Map(changes.flatMap((one) => (one.change === 'KEEP' && one.id !== null ? [[one.id, shown(one)] as const] : [])))
        for (const row of told) assert.deepEqual(kept.get(row.id), shown(row))
        changed += told.length
      }),
    )
    assert.ok(changed > 200, `only ${changed} told`)
  })

  it('are the same when the same data come again', () => {
    fc.assert(
      fc.property(worlds, ({ samples: all, condition }) => {
        const once = rowsAfter(condition, [all], [END])
        assert.deepEqual(rowsAfter(condition, [all, all.toReversed()], [END, END]), once)
      }),
    )
  })

  it('tell nothing anew and take nothing back while the facts stay, whatever becomes of the rule, also over a shutdown', () => {
    const change = fc.record({
      minutes: fc.integer({ min: 0, max: 120 }),
      from: fc.integer({ min: 0, max: 960 }),
      isShutDown: fc.boolean(),
    })
    let told = 0
    fc.assert(
      fc.property(worlds, fc.array(change, { minLength: 1, maxLength: 8 }), ({ samples: all, condition }, changes) => {
        const facts = factsOf(all)
        const found = episodesOf(condition, facts, END)
        const made: string[] = []
        const after = (rows: readonly Row[], judged: DuePolicy) => {
          const stored = rows.filter(({ state }) => state !== 'RETRACTED')
          return applied(stored, matchEpisodes(stored, found, { ...judged, now: END, freshMs: JUDGED.freshMs }), { now: END, made, judged })
        }
        let rows = after([], JUDGED)
        for (const { minutes, from, isShutDown } of changes) {
          const before = rows.filter(({ firedAt }) => firedAt !== null)
          told += before.length
          if (isShutDown)
            rows = rows
              .filter(({ state }) => state !== 'PENDING')
              .map((row) => (row.state === 'OPEN' ? { ...row, state: 'RESOLVED', until: END, isUnwatched: true } : row))
          const stood = rows.filter(({ firedAt }) => firedAt !== null)
          rows = after(rows, { durationMs: minutes * MINUTE_MS, countsFrom: isShutDown ? END : minute(from) })
          const now = new Map(rows.map((row) => [row.id, row]))
          for (const row of stood) assert.deepEqual(now.get(row.id), { ...row, dueAt: now.get(row.id)?.dueAt })
          // Of what was told none is told a second time.
          const fresh = rows.filter(({ id, firedAt }) => firedAt !== null && !before.some((one) => one.id === id))
          for (const one of fresh) assert.ok(!before.some((row) => row.since === one.since && !row.isUnwatched))
        }
      }),
    )
    assert.ok(told > 100, 'there was something told')
  })

  const tick = (most: number) => fc.integer({ min: 1, max: most / TICK }).map((ticks) => ticks * TICK)
  const changes = fc.array(
    fc.oneof(
      fc.record({ minute: tick(900), duration: fc.constantFrom(0, 5, 10, 20, 45) }),
      // In the end somebody watches.
      fc.record({ minute: tick(900), off: tick(120) }).map(({ minute, off }) => ({ minute, off: Math.min(off, 955 - minute) })),
    ),
    { maxLength: 4 },
  )
  const late = fc.record({ worlds, changes, delays: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 9 }) })
  const onTick = (at: number) => Math.ceil(at / TICK) * TICK

  it('are those of one run in order although data come late, the rule is changed, switched off and on, and machines are shut down', () => {
    let compared = 0
    fc.assert(
      fc.property(late, ({ worlds: { samples: all, condition }, changes: made, delays }) => {
        // What was measured before a change has come by then.
        const turns = made.flatMap((one) => ('off' in one ? [one.minute, one.minute + one.off] : [one.minute])).toSorted((a, b) => a - b)
        const arrivals = all.map((one, index) => {
          const by = turns.find((turn) => turn >= one.minute) ?? 960
          return { sample: one, minute: Math.min(onTick(one.minute + (delays[index % delays.length] ?? 0)), by) }
        })
        const inOrder = all.map((one) => ({ sample: one, minute: onTick(one.minute) }))
        // Told of a stretch that late data cut short, it stays told before what is left of it is due: in one run it waits. By which rule it was told may differ.
        const isEarly = ({ dueAt: due, until }: Row) => due > (until ?? END)
        const standing = ({ rows }: ReturnType<typeof rowsOverTime>) =>
          rows
            .filter((row) => row.state !== 'RETRACTED' && !isEarly(row))
            .toSorted((a, b) => a.since - b.since || (a.until ?? Infinity) - (b.until ?? Infinity))
            .map(({ since, until, state, firedAt, isUnwatched, fired }) => [since, until, state, firedAt !== null, isUnwatched, fired])
        const came = standing(rowsOverTime(condition, arrivals, made))
        assert.deepEqual(came, standing(rowsOverTime(condition, inOrder, made)))
        compared += came.length
      }),
    )
    assert.ok(compared > 200, `only ${compared} episodes`)
  })

  it('are as all rules that held since agree, at their true times, also where data of before a change come after it', () => {
    let agreed = 0
    fc.assert(
      fc.property(late, ({ worlds: { samples: all, condition }, changes: made, delays }) => {
        const arrivals = all.map((one, index) => {
          const minute = Math.min(960, onTick(one.minute + (delays[index % delays.length] ?? 0)))
          return { sample: one, minute }
        })
        const { rows, forces } = rowsOverTime(condition, arrivals, made)
        const found = episodesOf(condition, factsOf(all), END)
        const told = rows.filter(({ state, firedAt, dueAt: due }) => state !== 'RETRACTED' && firedAt !== null && due <= END)
        for (const row of told.filter(({ isUnwatched }) => !isUnwatched))
          assert.equal(found.filter(({ since, until }) => since === row.since && until === row.until).length, 1)
        for (const row of rows) assert.equal(row.fired, row.firedAt === null ? 0 : 1)
        for (const { since, until, counted } of found) {
          const held = forces.filter((_force, index) => (forces[index + 1]?.from ?? Infinity) > since)
          const due = held.map(({ countsFrom, durationMs }) => dueAt(counted, Math.max(countsFrom, since), durationMs))
          const own = told.filter((row) => !row.isUnwatched && row.since === since && row.until === until).length
          const isOff = made.some((one) => 'off' in one && minute(one.minute + one.off) >= since)
          if (due.every((at) => at !== null && at <= END) && !isOff) assert.equal(own, 1)
          else if (due.every((at) => at === null || at > END)) assert.equal(own, 0)
          else continue
          agreed++
        }
      }),
    )
    assert.ok(agreed > 200, `only ${agreed} agreed`)
  })
})
