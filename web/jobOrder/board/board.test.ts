import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BoardOrderFragment } from '#web/api/generated/graphql.ts'
import {
  afterAt,
  boardColumns,
  busyUntil,
  movedTo,
  NO_PLACE,
  seenColumns,
  spotBehind,
  spotOf,
  standsBehind,
  stepped,
  steppedOnce,
  timesOf,
  turnedEffect,
  waitingAt,
} from './board.view.ts'

const PLACES = [1, 2, 3].map((id) => ({ id, name: `Press ${id}`, timeZone: 'UTC' }))
const orderOf = (id: number, workCenterId: number | null, more: Partial<BoardOrderFragment> = {}): BoardOrderFragment => ({
  id,
  orderCode: `JO-${id}`,
  status: 'PLANNED',
  product: null,
  measurementUnit: null,
  workCenterId,
  workCenter: workCenterId === null ? null : { id: workCenterId, name: `Press ${workCenterId}`, timeZone: 'UTC' },
  planOutput: 100,
  version: 1,
  acceptedOutput: 0,
  rejectedOutput: 0,
  countedOutput: null,
  madeOutput: { totalOutput: 0, acceptedOutput: 0, rejectedOutput: 0 },
  dueDate: null,
  lateness: null,
  estimate: null,
  forecast: null,
  changeover: null,
  operator: null,
  allowedActions: ['PRIORITIZE'],
  ...more,
})
const ORDERS = [
  orderOf(9, 1, { status: 'PROGRESS' }),
  orderOf(11, 1),
  orderOf(12, 1, { status: 'ON_HOLD' }),
  orderOf(13, 1),
  orderOf(21, 2),
]
const COLUMNS = boardColumns(ORDERS, PLACES, [])
const shown = (columns: typeof COLUMNS) => columns.map(({ queue }) => queue.map(({ id }) => id))

describe('columns in groups', () => {
  it('stand group by group by name, those in none at the end', () => {
    const [painting, forming] = [
      { id: 1, name: 'Painting' },
      { id: 2, name: 'Forming' },
    ]
    const grouped = [null, painting, forming, painting].map((group, index) => ({
      id: index + 1,
      name: `P${index + 1}`,
      timeZone: 'UTC',
      group,
    }))
    assert.deepEqual(
      boardColumns([], grouped, []).map(({ place }) => place.id),
      [3, 2, 4, 1],
    )
  })

  it('tell of a move what it did by what taking it back would do', () => {
    const [early, late] = [{ timeEnd: '1' }, { timeEnd: '2' }].map((end) => ({
      ...end,
      earliestEnd: null,
      latestEnd: null,
      lateness: null,
    }))
    const effect = {
      lateBefore: 2,
      lateAfter: 1,
      changeovers: [{ workCenterId: 1, before: 60, after: 30 }],
      orders: [{ jobOrder: null, before: late ?? null, after: early ?? null }],
    }
    const turned = turnedEffect(effect)
    assert.deepEqual([turned.lateBefore, turned.lateAfter], [1, 2])
    assert.deepEqual(turned.changeovers, [{ workCenterId: 1, before: 30, after: 60 }])
    assert.deepEqual(turned.orders, [{ jobOrder: null, before: early, after: late }])
    assert.deepEqual(turnedEffect(turned), effect)
  })
})

describe('the board of job orders', () => {
  it('says behind which order one stands, and behind which it may go', () => {
    const queue = [{ id: 11 }, { id: 12 }, { id: 13 }]
    assert.deepEqual(
      [11, 12, 13, 99].map((id) => standsBehind(queue, id)),
      [null, 11, 12, undefined],
    )
    assert.deepEqual(waitingAt(queue, 12), [{ id: 11 }, { id: 13 }])
  })

  it('has a column of each work center with what is in progress on top, and of those alone that are chosen', () => {
    assert.deepEqual(shown(COLUMNS), [[11, 12, 13], [21], []])
    assert.deepEqual(
      COLUMNS[0]?.running.map(({ id }) => id),
      [9],
    )
    assert.deepEqual(
      boardColumns(ORDERS, PLACES, [2]).map(({ place }) => place.id),
      [2],
    )
  })

  it('has a column of what has no work center, and of each archived one that orders were left at, into which nothing is led', () => {
    const left = [...ORDERS, orderOf(31, null, { status: 'DRAFT' }), orderOf(41, 7), orderOf(42, 7)]
    const columns = boardColumns(left, PLACES, [])
    assert.deepEqual(
      columns.map(({ kind, place, queue }) => [kind, place.name, queue.length]),
      [
        ['NONE', '', 1],
        ['WORKING', 'Press 1', 3],
        ['WORKING', 'Press 2', 1],
        ['WORKING', 'Press 3', 0],
        ['ARCHIVED', 'Press 7', 2],
      ],
    )
    assert.deepEqual(spotOf(columns, 31), { placeId: NO_PLACE, index: 0 })
    assert.deepEqual(stepped(columns, 31, { placeId: NO_PLACE, index: 0 }, 'ArrowRight'), { placeId: 1, index: 0 })
    assert.deepEqual(stepped(columns, 21, { placeId: 3, index: 0 }, 'ArrowRight'), { placeId: 3, index: 0 })
    assert.deepEqual(stepped(columns, 41, { placeId: 7, index: 0 }, 'ArrowLeft'), { placeId: 3, index: 0 })
  })

  it('has no column, and calls none archived, while the work centers are not known', () => {
    assert.deepEqual(boardColumns(ORDERS, null, []), [])
  })

  it('shows one column on a phone, of any that there is: also of no work center and of an archived one', () => {
    const columns = boardColumns([...ORDERS, orderOf(31, null), orderOf(41, 7)], PLACES, [])
    const seen = (chosen: number | null, isPhone = true) => seenColumns(columns, { chosen, isPhone }).map(({ place }) => place.id)
    assert.deepEqual(
      [null, 2, NO_PLACE, 7, 99].map((chosen) => seen(chosen)),
      [[1], [2], [NO_PLACE], [7], [1]],
    )
    assert.deepEqual(seen(2, false), [NO_PLACE, 1, 2, 3, 7])
    assert.deepEqual(seenColumns([], { chosen: 1, isPhone: true }), [])
  })

  it('gives an order that loses its work center none', () => {
    const columns = movedTo(boardColumns([...ORDERS, orderOf(31, null)], PLACES, []), 11, { placeId: NO_PLACE, index: 0 })
    assert.deepEqual(
      columns[0]?.queue.map(({ id, workCenterId }) => [id, workCenterId]),
      [
        [11, null],
        [31, null],
      ],
    )
  })

  it('finds a spot again by the order before it, whatever moved meanwhile', () => {
    const back = spotOf(COLUMNS, 12)
    assert.ok(back)
    const behind = afterAt(COLUMNS, 12, back)
    const away = movedTo(movedTo(COLUMNS, 12, { placeId: 3, index: 0 }), 13, { placeId: 1, index: 0 })
    assert.deepEqual(shown(away), [[13, 11], [21], [12]])
    assert.deepEqual(spotBehind(away, 12, { placeId: 1, behind }), { placeId: 1, index: 2 })
    assert.deepEqual(spotBehind(away, 12, { placeId: 1, behind: null }), { placeId: 1, index: 0 })
    assert.equal(spotBehind(away, 12, { placeId: 1, behind: 21 }), null)
  })

  it('moves an order within its queue and to another one, and says what it comes after', () => {
    assert.deepEqual(spotOf(COLUMNS, 12), { placeId: 1, index: 1 })
    assert.equal(spotOf(COLUMNS, 9), null)
    const down = { placeId: 1, index: 2 }
    assert.deepEqual([shown(movedTo(COLUMNS, 11, down)), afterAt(COLUMNS, 11, down)], [[[12, 13, 11], [21], []], 13])
    const top = { placeId: 1, index: 0 }
    assert.deepEqual([shown(movedTo(COLUMNS, 13, top)), afterAt(COLUMNS, 13, top)], [[[13, 11, 12], [21], []], null])
    const over = { placeId: 2, index: 1 }
    assert.deepEqual([shown(movedTo(COLUMNS, 12, over)), afterAt(COLUMNS, 12, over)], [[[11, 13], [21, 12], []], 21])
    const empty = { placeId: 3, index: 0 }
    assert.deepEqual([shown(movedTo(COLUMNS, 12, empty)), afterAt(COLUMNS, 12, empty)], [[[11, 13], [21], [12]], null])
  })

  it('has no step for an order that stands at the edge', () => {
    assert.equal(steppedOnce(COLUMNS, 11, 'ArrowUp'), null)
    assert.equal(steppedOnce(COLUMNS, 13, 'ArrowDown'), null)
    assert.equal(steppedOnce(COLUMNS, 99, 'ArrowDown'), null)
    assert.deepEqual(steppedOnce(COLUMNS, 11, 'ArrowDown'), { placeId: 1, index: 1 })
    assert.deepEqual(steppedOnce(COLUMNS, 13, 'ArrowUp'), { placeId: 1, index: 1 })
  })

  it('leads a lifted order by keys, and stays at the edges', () => {
    const spot = { placeId: 1, index: 1 }
    const step = (key: Parameters<typeof stepped>[3], from = spot) => stepped(COLUMNS, 12, from, key)
    assert.deepEqual(step('ArrowUp'), { placeId: 1, index: 0 })
    assert.deepEqual(step('ArrowUp', { placeId: 1, index: 0 }), { placeId: 1, index: 0 })
    assert.deepEqual(step('End'), { placeId: 1, index: 2 })
    assert.deepEqual(step('ArrowDown', { placeId: 1, index: 2 }), { placeId: 1, index: 2 })
    assert.deepEqual(step('ArrowRight'), { placeId: 2, index: 1 })
    assert.deepEqual(step('ArrowRight', { placeId: 2, index: 1 }), { placeId: 3, index: 0 })
    assert.deepEqual(step('ArrowLeft'), spot)
    assert.deepEqual(step('Home', { placeId: 2, index: 1 }), { placeId: 2, index: 0 })
  })

  it('says until when a queue is busy, where each order of it is estimated', () => {
    const at = (end: string) => ({ start: '2026-05-04T06:00:00.000Z', end })
    const known = boardColumns(
      [orderOf(1, 1, { estimate: at('2026-05-04T08:00:00.000Z') }), orderOf(2, 1, { estimate: at('2026-05-05T09:00:00.000Z') })],
      PLACES,
      [1],
    )
    assert.equal(known.map(busyUntil)[0], '2026-05-05T09:00:00.000Z')
    assert.equal(COLUMNS.map(busyUntil)[0], null)
    const { start, end } = at('2026-05-04T08:00:00.000Z')
    const later = {
      timeStart: start,
      timeEnd: '2026-05-04T09:30:00.000Z',
      earliestEnd: null,
      latestEnd: null,
      rangesHeld: 0,
      rangesJudged: 0,
    }
    assert.deepEqual(timesOf({ estimate: { start, end }, forecast: later }), { start, end: later.timeEnd })
    assert.equal(COLUMNS.map(busyUntil)[2], null)
    // A draft is none that the work center is busy with.
    const ends = at('2026-05-04T08:00:00.000Z')
    const beside = boardColumns([orderOf(1, 1, { estimate: ends }), orderOf(2, 1, { status: 'DRAFT' })], PLACES, [1])
    assert.equal(beside.map(busyUntil)[0], ends.end)
  })
})
