import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS } from '#engine/time/durations.ts'
import { changesOfRequest } from './requestChange.ts'
import { problemsOfRequest } from './workRequestForm.ts'
import {
  isOpenRequest,
  movesOf,
  problemOfRequestMove,
  rightOnRequest,
  WORK_REQUEST_PATH,
  WORK_REQUEST_STATUSES,
} from './workRequestStatus.ts'
import type { AskedMove, WorkRequestRight, WorkRequestStatus } from './workRequestStatus.ts'

const NOW = Date.UTC(2026, 10, 23, 9)
const request = (status: WorkRequestStatus, doneAt: number | null = null) => ({ status, responsibleId: 'borys', doneAt })
const kinds = (status: WorkRequestStatus, right: WorkRequestRight, doneAt: number | null = null) =>
  movesOf(request(status, doneAt), right, NOW).map(({ kind, to }) => `${kind} ${to}`)
const code = (from: WorkRequestStatus, asked: Partial<AskedMove> & Pick<AskedMove, 'to'>, right: WorkRequestRight = 'MOVE') =>
  problemOfRequestMove(request(from, NOW), { comment: null, responsibleId: null, ...asked }, right, NOW)?.code ?? null

describe('the way of a work request', () => {
  const rows: readonly (readonly [WorkRequestStatus, readonly string[], readonly string[]])[] = [
    ['CREATION', ['FORWARD DISPATCHER', 'CANCEL CANCELED'], ['RESPONSIBLE', 'PREPARATION', 'EXECUTION', 'DONE', 'ARCHIVE']],
    ['DISPATCHER', ['FORWARD RESPONSIBLE', 'BACK CREATION', 'CANCEL CANCELED'], ['PREPARATION', 'EXECUTION', 'DONE', 'ARCHIVE']],
    ['EXECUTION', ['FORWARD DONE', 'BACK PREPARATION', 'CANCEL CANCELED'], ['ARCHIVE']],
    ['CANCELED', ['FORWARD ARCHIVE'], []],
    ['ARCHIVE', [], []],
  ]
  for (const [status, own, skipped] of rows) {
    it(`leads from ${status} by one step, and further for who manages losses`, () => {
      assert.deepEqual(kinds(status, 'MOVE'), own)
      assert.deepEqual(
        kinds(status, 'MANAGE').filter((move) => move.startsWith('SKIP')),
        skipped.map((to) => `SKIP ${to}`),
      )
      assert.deepEqual(kinds(status, 'NONE'), [])
    })
  }

  it('leads from what is done to the archive, and back to work for 30 days', () => {
    assert.deepEqual(kinds('DONE', 'MOVE', NOW - 30 * DAY_MS), ['FORWARD ARCHIVE', 'REOPEN EXECUTION'])
    assert.deepEqual(kinds('DONE', 'MANAGE', NOW - 30 * DAY_MS - 1), ['FORWARD ARCHIVE'])
    const late = problemOfRequestMove(
      request('DONE', NOW - 31 * DAY_MS),
      { to: 'EXECUTION', comment: 'again', responsibleId: null },
      'MANAGE',
      NOW,
    )
    assert.deepEqual([late?.code, late?.params], ['WORK_REQUEST_TOO_OLD', { days: 30 }])
  })

  it('leads from an unknown status to any other', () => {
    assert.deepEqual(
      movesOf(request('NONE'), 'MOVE', NOW).map(({ to }) => to),
      [...WORK_REQUEST_PATH, 'CANCELED'],
    )
    assert.equal(code('NONE', { to: 'ARCHIVE' }), null)
  })

  it('says why a move is refused', () => {
    assert.equal(code('CREATION', { to: 'DISPATCHER' }, 'NONE'), 'WORK_REQUEST_OF_ANOTHER')
    assert.equal(code('CREATION', { to: 'EXECUTION' }), 'WORK_REQUEST_SKIP')
    assert.equal(code('CREATION', { to: 'EXECUTION' }, 'MANAGE'), null)
    assert.equal(code('DONE', { to: 'PREPARATION' }, 'MANAGE'), 'WORK_REQUEST_MOVE')
    assert.equal(code('DONE', { to: 'CANCELED' }, 'MANAGE'), 'WORK_REQUEST_MOVE')
    assert.equal(code('CANCELED', { to: 'CREATION', comment: 'no' }, 'MANAGE'), 'WORK_REQUEST_MOVE')
    assert.equal(code('ARCHIVE', { to: 'DONE', comment: 'no' }, 'MANAGE'), 'WORK_REQUEST_MOVE')
    assert.equal(code('DISPATCHER', { to: 'CREATION', comment: '  ' }), 'REQUIRED')
    assert.equal(code('DISPATCHER', { to: 'CREATION', comment: 'which pump?' }), null)
  })

  it('needs a responsible person from RESPONSIBLE on, but not to be cancelled and filed', () => {
    const nobody = { status: 'DISPATCHER', responsibleId: null, doneAt: null } as const
    const asked = (to: WorkRequestStatus, responsibleId: string | null = null) =>
      problemOfRequestMove(nobody, { to, comment: null, responsibleId }, 'MANAGE', NOW)
    assert.deepEqual(asked('RESPONSIBLE'), { code: 'REQUIRED', field: 'responsibleId' })
    assert.deepEqual(asked('DONE'), { code: 'REQUIRED', field: 'responsibleId' })
    assert.equal(asked('RESPONSIBLE', 'anna'), null)
    assert.equal(asked('CANCELED'), null)
    assert.equal(
      problemOfRequestMove(
        { status: 'CANCELED', responsibleId: null, doneAt: null },
        { to: 'ARCHIVE', comment: null, responsibleId: null },
        'MOVE',
        NOW,
      ),
      null,
    )
  })

  it('offers no move that it would refuse once all is said, and refuses each that it does not offer', () => {
    for (const from of WORK_REQUEST_STATUSES)
      for (const right of ['MANAGE', 'MOVE', 'NONE'] as const)
        for (const to of WORK_REQUEST_STATUSES) {
          const isOffered = movesOf(request(from, NOW), right, NOW).some((move) => move.to === to)
          const problem = problemOfRequestMove(request(from, NOW), { to, comment: 'why', responsibleId: 'anna' }, right, NOW)
          assert.equal(problem === null, isOffered, `${from} → ${to} as ${right}`)
        }
  })
})

describe('a work request', () => {
  it('says which of its words were changed, from what to what', () => {
    const words = { content: 'Oil', dueAt: null, minutesWorked: 5, responsibleId: 'anna', workCenterId: 7 }
    assert.deepEqual(changesOfRequest(words, { ...words }), [])
    assert.deepEqual(
      changesOfRequest(words, { content: 'Oil leaks', dueAt: NOW, minutesWorked: null, responsibleId: 'borys', workCenterId: null }),
      [
        { field: 'CONTENT', before: 'Oil', after: 'Oil leaks' },
        { field: 'DUE', before: null, after: '2026-11-23T09:00:00.000Z' },
        { field: 'MINUTES', before: '5', after: null },
        { field: 'RESPONSIBLE', before: 'anna', after: 'borys' },
        { field: 'WORK_CENTER', before: '7', after: null },
      ],
    )
  })

  it('is open until it is done, cancelled or filed', () => {
    assert.deepEqual(
      WORK_REQUEST_STATUSES.filter((status) => !isOpenRequest(status)),
      ['ARCHIVE', 'CANCELED', 'DONE'],
    )
  })

  it('is moved by who wrote it, who is responsible, and who manages losses', () => {
    const of = { createdBy: 'anna', responsibleId: 'borys' }
    const right = (userId: string, mayUpdate = true, mayManage = false) => rightOnRequest(of, { userId, mayUpdate, mayManage })
    assert.equal(right('anna'), 'MOVE')
    assert.equal(right('borys'), 'MOVE')
    assert.equal(right('olena'), 'NONE')
    assert.equal(right('anna', false), 'NONE')
    assert.equal(right('olena', true, true), 'MANAGE')
  })

  it('says something, of at most 5,000 characters, with at most 10 photos', () => {
    const codes = (form: Parameters<typeof problemsOfRequest>[0]) =>
      problemsOfRequest(form).map(({ code: one, field }) => `${field} ${one}`)
    assert.deepEqual(codes({ content: 'Oil under the gearbox' }), [])
    assert.deepEqual(codes({}), [])
    assert.deepEqual(codes({ content: ' \n' }), ['content REQUIRED'])
    assert.deepEqual(codes({ content: 'x'.repeat(5_001), minutesWorked: -1 }), [
      'content LENGTH_OUT_OF_RANGE',
      'minutesWorked VALUE_OUT_OF_RANGE',
    ])
    assert.deepEqual(codes({ minutesWorked: 1.5 }), ['minutesWorked NOT_WHOLE'])
    for (const day of ['1999-12-31T23:59:59.999Z', '2100-01-01T00:00:00.000Z'])
      assert.deepEqual(codes({ dueAt: Date.parse(day) }), ['dueAt DAY_OUT_OF_RANGE'], day)
    for (const day of ['2000-01-01T00:00:00.000Z', '2099-12-31T23:59:59.999Z']) assert.deepEqual(codes({ dueAt: Date.parse(day) }), [], day)
    assert.deepEqual(codes({ attachmentIds: Array.from({ length: 11 }, String) }), ['attachmentIds VALUE_OUT_OF_RANGE'])
  })
})
