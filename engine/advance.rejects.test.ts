import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { advance, initialState, project } from './advance.ts'
import type { EngineState } from './advance.ts'
import type { LossInterval } from './facts.ts'
import { asId, type LossAnnotationId, type LossReasonId } from './ids.ts'
import type { LossAnnotation } from './loss/lossSetup.ts'
import { NO_LOSS_SETUP } from './loss/lossSetup.ts'
import { exampleSetup } from './testing/exampleSetup.ts'
import { createFactsStore, factsUntil } from './testing/factsStore.ts'
import type { Sample } from './sensor/sensorType.ts'
import type { OutputSetup, WorkCenterSetup } from './workCenter/workCenterSetup.ts'

const MIN = 60_000
/** 06:00, where the morning shift begins. */
const SIX = Date.UTC(2026, 4, 4, 6)

function counted(minute: number, total: number, rejected: number): Sample[] {
  const at = SIX + minute * MIN
  return [
    { at, sensor: 'REJECTED_OUTPUT', value: rejected },
    { at, sensor: 'TOTAL_OUTPUT', value: total },
  ]
}

function setupOf(output: Partial<OutputSetup>, annotations: readonly LossAnnotation[] = []): WorkCenterSetup {
  const base = exampleSetup()
  return { ...base, output: { ...base.output, ...output }, losses: { ...NO_LOSS_SETUP, annotations } }
}

/** What a person said of so many rejects between two minutes of the shift, or of the reject at the first. */
function said(id: number, units: number, from: number, to?: number): LossAnnotation {
  const start = SIX + from * MIN
  return {
    id: asId<LossAnnotationId>(id),
    source: 'OUTPUT',
    start,
    end: to === undefined ? start + 1 : SIX + to * MIN,
    startsWithStop: true,
    endsWithStop: true,
    reasonId: asId<LossReasonId>(id + 100),
    isManual: false,
    shareMs: null,
    shareUnits: units,
  }
}

/** Minutes of the shift, units, worth in seconds, the annotation. */
function told(losses: readonly LossInterval[]): string[] {
  return losses
    .filter(({ source }) => source === 'OUTPUT')
    .map(({ start, end, part, quantity, durationMs, annotationId }) => {
      const stretch = `${(start - SIX) / MIN}–${((end ?? Infinity) - SIX) / MIN}`
      return `${stretch} #${part} ${quantity}u ${(durationMs ?? NaN) / 1000}s${annotationId === null ? '' : ` said ${annotationId}`}`
    })
}

const MORNING = [...counted(0, 0, 0), ...counted(10, 200, 3), ...counted(40, 900, 7), ...counted(55, 1200, 7)]
const rejectsAt = (samples: readonly Sample[], minute: number, setup: WorkCenterSetup) =>
  told(factsUntil(samples, SIX + minute * MIN, setup).losses)

describe('the rejects of an output segment (S-30)', () => {
  it('are one loss, whose quantity grows until the segment is over', () => {
    const setup = setupOf({})
    assert.deepEqual(rejectsAt(MORNING.slice(0, 2), 5, setup), [])
    assert.deepEqual(rejectsAt(MORNING.slice(0, 4), 20, setup), ['0–20 #0 3u 6s'])
    assert.deepEqual(rejectsAt(MORNING, 60, setup), ['0–60 #0 7u 14s'])
    assert.deepEqual(rejectsAt(MORNING, 540, setup), ['0–480 #0 7u 14s'])
  })

  it('of two shifts are two, and of what was counted before and after a reset', () => {
    const setup = setupOf({})
    const reset = [...MORNING, ...counted(70, 50, 2), ...counted(485, 60, 6)]
    assert.deepEqual(rejectsAt(reset, 600, setup), ['0–70 #0 7u 14s', '70–480 #0 2u 4s', '480–600 #0 4u 8s'])
  })

  it('are worth nothing that is known without a reference speed', () => {
    assert.deepEqual(rejectsAt(MORNING, 540, setupOf({ targetSpeedPerMin: null })), ['0–480 #0 7u 0s'])
  })

  it('of metres have three places, however they were counted', () => {
    const metres = Array.from({ length: 40 }, (_, index) => counted(index, index * 20, Math.round(index * 1070) / 1000)).flat()
    const setup: WorkCenterSetup = { ...setupOf({}, [said(1, 2.6, 0, 20)]), type: 'CONTINUOUS' }
    assert.deepEqual(rejectsAt(metres, 500, setup), ['0–480 #0 2.6u 5.2s said 1', '0–480 #1 39.13u 78.26s'])
  })

  it('keep what was said of as many of them when more come, and say nothing of those', () => {
    const setup = setupOf({}, [said(1, 2, 0, 20)])
    assert.deepEqual(rejectsAt(MORNING.slice(0, 4), 20, setup), ['0–20 #0 2u 4s said 1', '0–20 #1 1u 2s'])
    assert.deepEqual(rejectsAt(MORNING, 540, setup), ['0–480 #0 2u 4s said 1', '0–480 #1 5u 10s'])
  })

  it('keep what was said of single ones, in the order of what was said, and no more than there are', () => {
    const both = setupOf(
      {},
      [said(9, 1, 10), said(4, 3, 40)].toSorted((a, b) => a.start - b.start),
    )
    assert.deepEqual(rejectsAt(MORNING, 540, both), ['0–480 #0 3u 6s said 4', '0–480 #1 1u 2s said 9', '0–480 #2 3u 6s'])
    const all = setupOf({}, [said(4, 5, 10), said(9, 5, 40)])
    assert.deepEqual(rejectsAt(MORNING, 540, all), ['0–480 #0 5u 10s said 4', '0–480 #1 2u 4s said 9'])
  })

  it('are not what was counted and not yet accepted, nor what was taken back', () => {
    const setup = setupOf({ calculationType: 'TOTAL_AND_ACCEPTED' })
    const reading = (minute: number, sensor: 'ACCEPTED_OUTPUT' | 'TOTAL_OUTPUT', value: number): Sample => ({
      at: SIX + minute * MIN,
      sensor,
      value,
    })
    const samples = [
      reading(0, 'ACCEPTED_OUTPUT', 0),
      reading(0, 'TOTAL_OUTPUT', 0),
      reading(5, 'TOTAL_OUTPUT', 100),
      reading(6, 'ACCEPTED_OUTPUT', 96),
      reading(7, 'TOTAL_OUTPUT', 130),
    ]
    assert.deepEqual(rejectsAt(samples.slice(0, 3), 5.5, setup), [])
    assert.deepEqual(rejectsAt(samples, 8, setup), ['0–8 #0 4u 8s'])
    assert.deepEqual(rejectsAt([...samples, reading(9, 'ACCEPTED_OUTPUT', 129)], 10, setup), ['0–10 #0 1u 2s'])
    assert.deepEqual(rejectsAt([...samples, reading(9, 'ACCEPTED_OUTPUT', 130)], 10, setup), [])
  })

  it('are what was confirmed, as the same loss', () => {
    const confirmation = {
      start: SIX + 30 * MIN,
      end: SIX + 31 * MIN,
      jobOrderId: null,
      accepted: 1180,
      rejected: 20,
      isClosing: true,
    }
    const base = setupOf({}, [said(4, 6, 0, 55)])
    const setup = { ...base, jobs: { ...base.jobs, confirmations: [confirmation] } }
    assert.deepEqual(rejectsAt(MORNING, 60, setup), ['0–60 #0 6u 12s said 4', '0–60 #1 14u 28s'])
    assert.deepEqual(rejectsAt(MORNING, 540, setup), ['0–480 #0 6u 12s said 4', '0–480 #1 14u 28s'])
  })

  it('in a segment of a millisecond are no instant', () => {
    const reset: Sample[] = [
      { at: SIX + 5, sensor: 'REJECTED_OUTPUT', value: 4 },
      { at: SIX + 5, sensor: 'RESET_OUTPUT', value: 1 },
      { at: SIX + 5, sensor: 'TOTAL_OUTPUT', value: 9 },
    ]
    const { losses } = factsUntil([...counted(0, 100, 50), ...reset], SIX + 6, setupOf({}))
    assert.deepEqual(
      losses.filter(({ source }) => source === 'OUTPUT').map(({ start, end, quantity }) => [start - SIX, (end ?? 0) - SIX, quantity]),
      [[5, 7, 4]],
    )
  })
})

describe('rejects where an amount of them makes a loss (A-5)', () => {
  it('are one each time that it is reached, and one of the rest when the segment is over', () => {
    const setup = setupOf({ rejectionAmount: 2 }, [said(4, 2, 40)])
    const instant = 1 / MIN
    const one = (minute: number, rest: string) => `${minute}–${minute + instant} ${rest}`
    assert.deepEqual(rejectsAt(MORNING, 60, setup), [one(10, '#0 2u 4s'), one(40, '#0 2u 4s said 4'), one(40, '#1 2u 4s')])
    assert.equal(rejectsAt(MORNING, 540, setup).at(-1), `${480 - instant}–480 #0 1u 2s`)
    assert.equal(rejectsAt(MORNING, 540, setupOf({ rejectionAmount: 1 })).length, 7)
  })

  it('turn into one loss, and it into them, when the setting changes, and keep what was said', () => {
    const ofSegment = setupOf({}, [said(4, 5, 0, 55)])
    const each = setupOf({ rejectionAmount: 1 }, [said(4, 5, 0, 55)])
    const unitsSaid = (setup: WorkCenterSetup) =>
      factsUntil(MORNING, SIX + 540 * MIN, setup)
        .losses.filter(({ annotationId }) => annotationId !== null)
        .reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
    assert.deepEqual([unitsSaid(ofSegment), unitsSaid(each)], [5, 5])
  })
})

describe('a state that was stored when each reject was a loss', () => {
  it('goes on as one loss of all of the rejects of its segment', () => {
    const before = setupOf({ rejectionAmount: 1 })
    const now = setupOf({})
    const stored: EngineState = JSON.parse(JSON.stringify(advance(initialState(), MORNING.slice(0, 6), before).state))
    const quiet = project(stored, SIX + 60 * MIN, now)
    assert.deepEqual(told(quiet.losses), ['0–60 #0 7u 14s'])
    const store = createFactsStore()
    const step = advance(stored, counted(70, 1500, 9), now)
    store.write(step.facts)
    assert.deepEqual(told(store.read().losses), ['0–70 #0 9u 18s'])
    store.write(project(step.state, SIX + 500 * MIN, now))
    assert.deepEqual(told(store.read().losses), ['0–480 #0 9u 18s'])
  })
})
