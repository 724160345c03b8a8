import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId, DeviceId, WorkCenterId } from '#engine/ids.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { createLiveBus, FRAME_MS, STATUS_FRAME_MS } from '#server/realtime/liveBus.ts'

const COMPANY = asId<CompanyId>('ACME1')
const OTHER = asId<CompanyId>('OTHER')

const STOPPED: LiveWorkCenter['status'] = {
  kind: 'OFF',
  noDataCause: null,
  statusRuleId: null,
  name: null,
  color: null,
  isEffective: false,
  isScheduledLoss: false,
  since: 5,
}

describe('live bus', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  it('hands the first change on at once and later ones once a frame, only the latest of each work center', async () => {
    const bus = createLiveBus()
    const frames: (readonly LiveWorkCenter[])[] = []
    bus.subscribe(COMPANY, (changed) => frames.push(changed))
    bus.publish(live(COMPANY, 1, 1))
    bus.publish(live(COMPANY, 2, 1))
    await Promise.resolve()
    assert.deepEqual(marks(frames), [['1@1', '2@1']])
    bus.publish(live(COMPANY, 1, 2))
    bus.publish(live(COMPANY, 1, 3))
    await Promise.resolve()
    assert.equal(frames.length, 1)
    await pass(FRAME_MS * 3)
    assert.deepEqual(marks(frames), [['1@1', '2@1'], ['1@3']])
  })

  it('does not let a changed status wait for the frame of the figures', async () => {
    const bus = createLiveBus()
    const heard: number[] = []
    bus.subscribe(COMPANY, (changed) => changed.forEach(({ at }) => heard.push(at)))
    bus.publish(live(COMPANY, 1, 1))
    await Promise.resolve()
    bus.publish(live(COMPANY, 1, 2))
    bus.publish({ ...live(COMPANY, 1, 3), status: STOPPED })
    await pass(FRAME_MS * 3)
    assert.deepEqual(heard, [1, 3])
    bus.publish({ ...live(COMPANY, 1, 4), status: STOPPED })
    await Promise.resolve()
    bus.publish({ ...live(COMPANY, 1, 5), status: STOPPED })
    await pass(STATUS_FRAME_MS)
    assert.equal(heard.at(-1), 4)
  })

  it('keeps companies apart and keeps the latest without listeners', async () => {
    const bus = createLiveBus()
    const heard: LiveWorkCenter[] = []
    bus.subscribe(OTHER, (changed) => heard.push(...changed))
    bus.publish(live(COMPANY, 1, 7))
    await pass(FRAME_MS * 2)
    assert.deepEqual(heard, [])
    assert.equal(bus.latest(COMPANY, asId<WorkCenterId>(1))?.at, 7)
    assert.equal(bus.latest(OTHER, asId<WorkCenterId>(1)), undefined)
    assert.equal(bus.all(COMPANY).length, 1)
  })

  it('is silent for a listener that left and for a work center that is forgotten', async () => {
    const bus = createLiveBus()
    const heard: LiveWorkCenter[] = []
    const leave = bus.subscribe(COMPANY, (changed) => heard.push(...changed))
    bus.publish(live(COMPANY, 1, 1))
    bus.forget(COMPANY, asId<WorkCenterId>(1))
    await Promise.resolve()
    assert.deepEqual(heard, [])
    assert.deepEqual(bus.all(COMPANY), [])
    leave()
    bus.publish(live(COMPANY, 1, 2))
    await pass(FRAME_MS * 2)
    assert.deepEqual(heard, [])
  })
})

/** Lets the bus's time pass, one ms after the other, with what each hands on. */
async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at++) {
    mock.timers.tick(1)
    await Promise.resolve()
  }
}

function marks(frames: readonly (readonly LiveWorkCenter[])[]): string[][] {
  return frames.map((frame) => frame.map((one) => `${one.workCenterId}@${one.at}`))
}

function live(companyId: CompanyId, id: number, at: number): LiveWorkCenter {
  return {
    companyId,
    workCenterId: asId<WorkCenterId>(id),
    deviceId: asId<DeviceId>('00000000-0000-0000-0000-000000000001'),
    at,
    lastSampleAt: null,
    reportPeriodMs: null,
    state: null,
    status: null,
    stop: null,
    reasonNames: {},
    seededNames: {},
    shift: null,
    oee: null,
    output: null,
    unclassifiedLossCount: 0,
    values: {},
  }
}
