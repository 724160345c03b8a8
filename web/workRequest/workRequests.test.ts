import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ListedRequestFragment } from '#web/api/generated/graphql.ts'
import { REQUESTS_SEARCH } from './requestsSearch.ts'
import {
  columnsOfBoard,
  handOverText,
  isAsking,
  isChangedMeanwhile,
  isLate,
  moveTo,
  statusesBeside,
  statusOver,
  nextStepOf,
  placeOfForm,
  placesToAsk,
  openFirst,
  requestsQuery,
  steppedTo,
  titleOf,
  versionToSave,
  withMove,
  zoneOfPlace,
} from './workRequests.view.ts'

const REQUEST: ListedRequestFragment = {
  id: 1,
  content: 'Oil under the gearbox\nsince Monday',
  status: 'CREATION',
  statusSince: '2026-11-23T06:00:00Z',
  workCenterId: null,
  workCenter: null,
  source: 'PERSON',
  reported: 1,
  createdAt: '2026-11-23T06:00:00Z',
  createdBy: null,
  responsibleId: null,
  responsible: null,
  dueAt: null,
  minutesWorked: null,
  version: 1,
  moves: [{ kind: 'FORWARD', status: 'DISPATCHER', needsComment: false, needsResponsible: false }],
  unreadMessages: 0,
  photos: [],
}
const NOW = Date.parse('2026-11-23T12:00:00Z')

describe('the work requests', () => {
  it('shows the statuses in use, in the order of the way', () => {
    const columns = columnsOfBoard([
      { ...REQUEST, id: 1, status: 'DONE' },
      { ...REQUEST, id: 2, status: 'NONE' },
      { ...REQUEST, id: 3, status: 'DONE' },
      { ...REQUEST, id: 4, status: 'CREATION' },
    ])
    assert.deepEqual(
      columns.map(({ status, requests }) => [status, requests.map(({ id }) => id)]),
      [
        ['NONE', [2]],
        ['CREATION', [4]],
        ['DONE', [1, 3]],
      ],
    )
  })

  it('saves on the newest version after a move, never over what somebody else wrote', () => {
    const moved = { ...REQUEST, status: 'DISPATCHER' as const, version: 2 }
    assert.equal(isChangedMeanwhile(REQUEST, moved), false)
    assert.equal(versionToSave(REQUEST, moved), 2)
    const rewritten = { ...moved, content: 'Oil under the press' }
    assert.equal(isChangedMeanwhile(REQUEST, rewritten), true)
    assert.equal(versionToSave(REQUEST, rewritten), 1)
    assert.equal(versionToSave(REQUEST, { ...moved, responsibleId: 'f3c1' }), 1)
    assert.equal(versionToSave(rewritten, rewritten), 2)
  })

  it('is due by the clock of its place', () => {
    const places = [{ id: 7, timeZone: 'Europe/Kyiv' }]
    assert.equal(zoneOfPlace(7, places, 'Europe/Madrid'), 'Europe/Kyiv')
    assert.equal(zoneOfPlace(8, places, 'Europe/Madrid'), 'Europe/Madrid')
    assert.equal(zoneOfPlace(null, places, 'Europe/Madrid'), 'Europe/Madrid')
  })

  it('asks ahead for the people of places where somebody must be named next, of each once, of 20 at most', () => {
    const step = { kind: 'FORWARD' as const, status: 'RESPONSIBLE' as const, needsComment: false, needsResponsible: true }
    const at = (workCenterId: number | null, more: Partial<ListedRequestFragment> = {}) => ({
      ...REQUEST,
      workCenterId,
      moves: [step],
      ...more,
    })
    const requests = [at(7), at(7), at(null), at(8, { responsibleId: 'anna' }), at(9, { moves: [] })]
    assert.deepEqual(placesToAsk(requests, new Set()), [7, null])
    assert.deepEqual(placesToAsk(requests, new Set([7])), [null])
    const many = Array.from({ length: 30 }, (_one, place) => at(place))
    assert.equal(placesToAsk(many, new Set()).length, 20)
    assert.deepEqual(placesToAsk(many, new Set([100, 101])).length, 18)
  })

  it('puts what is done below what is open on phones', () => {
    const all = openFirst([
      { ...REQUEST, id: 1, status: 'DONE' },
      { ...REQUEST, id: 2 },
      { ...REQUEST, id: 3, status: 'EXECUTION' },
    ])
    assert.deepEqual(
      all.map(({ id }) => id),
      [2, 3, 1],
    )
  })

  it('asks for what is not put away, unless a status is chosen', () => {
    const { filter, order } = requestsQuery(REQUESTS_SEARCH.read({ q: ' oil ', mine: '1' }))
    assert.equal(filter?.statuses?.includes('ARCHIVE'), false)
    assert.equal(filter?.statuses?.length, 7)
    assert.deepEqual([filter?.search, filter?.isMine, order], ['oil', true, { field: 'DUE', direction: 'ASC' }])
    assert.deepEqual(requestsQuery(REQUESTS_SEARCH.read({ status: 'ARCHIVE', sort: '-created' })), {
      filter: { statuses: ['ARCHIVE'] },
      order: { field: 'CREATED', direction: 'DESC' },
    })
    const board = requestsQuery(REQUESTS_SEARCH.read({ status: 'ARCHIVE', sort: '-created' }), true)
    assert.deepEqual(board.order, { field: 'DUE', direction: 'ASC' })
  })

  it('offers the next step, and asks before it where something must be said', () => {
    assert.equal(nextStepOf(REQUEST)?.status, 'DISPATCHER')
    assert.equal(nextStepOf({ moves: [] }), null)
    assert.equal(nextStepOf({ moves: [{ kind: 'PLACE', status: 'CREATION', needsComment: false, needsResponsible: false }] }), null)
    const step = { kind: 'FORWARD', status: 'RESPONSIBLE', needsComment: false, needsResponsible: true } as const
    assert.equal(isAsking({ responsibleId: null }, step), true)
    assert.equal(isAsking({ responsibleId: 'anna' }, step), false)
    assert.equal(isAsking({ responsibleId: 'anna' }, { ...step, status: 'DONE' }), true)
    assert.equal(isAsking({ responsibleId: 'anna' }, { ...step, status: 'CANCELED' }), true)
    assert.equal(isAsking({ responsibleId: 'anna' }, { ...step, status: 'ARCHIVE' }), true)
  })

  it('says that an open one was due, and no closed one', () => {
    const due = { ...REQUEST, dueAt: '2026-11-23T11:59:00Z' }
    assert.equal(isLate(due, NOW), true)
    assert.equal(isLate({ ...due, status: 'DONE' }, NOW), false)
    assert.equal(isLate(REQUEST, NOW), false)
  })

  it('proposes to its stop what was wrong and what was done, once the work is done', () => {
    const done = { ...REQUEST, content: 'Oil under the gearbox', status: 'DONE' as const }
    const events = [
      { from: 'DONE' as const, to: 'DONE' as const, comment: null },
      { from: 'EXECUTION' as const, to: 'DONE' as const, comment: ' New seal ' },
      { from: 'DONE' as const, to: 'EXECUTION' as const, comment: 'leaks again' },
      { from: 'EXECUTION' as const, to: 'DONE' as const, comment: 'old seal' },
      { from: null, to: 'CREATION' as const, comment: null },
    ]
    const loss = { comment: null }
    assert.equal(handOverText({ ...done, events, loss }), 'Oil under the gearbox: New seal')
    assert.equal(handOverText({ ...done, events: [], loss: { comment: 'Night shift' } }), 'Night shift\nOil under the gearbox')
    assert.equal(handOverText({ ...done, events, loss: { comment: 'x Oil under the gearbox: New seal' } }), null)
    assert.equal(handOverText({ ...done, events, loss: null }), null)
    assert.equal(handOverText({ ...done, status: 'EXECUTION', events, loss }), null)
  })

  it('proposes as much as a comment takes, once, and cuts no sign in two', () => {
    const long = { ...REQUEST, content: `${'x'.repeat(993)}🔧 and more`, status: 'DONE' as const, events: [] }
    const first = handOverText({ ...long, loss: { comment: 'Night' } })
    assert.equal(first, `Night\n${'x'.repeat(993)}`)
    assert.equal(handOverText({ ...long, loss: { comment: first } }), null)
  })

  it('is about the machine of what it comes from, whatever was chosen before, and goes by its clock', () => {
    assert.equal(placeOfForm('4', null), 4)
    assert.equal(placeOfForm('', null), null)
    assert.equal(placeOfForm('', { id: 7 }), 7)
    assert.equal(placeOfForm('4', { id: null }), null)
    const places = [{ id: 7, timeZone: 'Europe/Kyiv' }]
    assert.equal(zoneOfPlace(placeOfForm('', { id: 7 }), places, 'Europe/Warsaw'), 'Europe/Kyiv')
    assert.deepEqual(REQUESTS_SEARCH.read({ id: 'new', notice: 'f3c1', place: '7' }).place, [7])
  })

  it('shows a move that waits as made, and the first line as its name', () => {
    assert.deepEqual(withMove(REQUEST, { id: 1, status: 'CANCELED' }), { ...REQUEST, status: 'CANCELED', moves: [] })
    assert.equal(titleOf(REQUEST), 'Oil under the gearbox')
  })
})

describe('a request in the hand', () => {
  const move = (status: ListedRequestFragment['moves'][number]['status']) => ({
    status,
    kind: 'FORWARD' as const,
    needsComment: false,
    needsResponsible: false,
  })
  const request: ListedRequestFragment = {
    ...REQUEST,
    status: 'DISPATCHER',
    moves: [move('RESPONSIBLE'), move('EXECUTION'), move('CANCELED')],
  }

  it('has the statuses that it may go to beside the columns in use, which stay as they are', () => {
    const columns = columnsOfBoard([request, { ...request, id: 2, status: 'EXECUTION' }])
    assert.deepEqual(
      columns.map(({ status, requests }) => `${status} ${requests.length}`),
      ['DISPATCHER 1', 'EXECUTION 1'],
    )
    assert.deepEqual(statusesBeside(columns, request), ['RESPONSIBLE', 'CANCELED'])
    assert.deepEqual(statusesBeside(columns, null), [])
  })

  it('stays where it stands over all else than a status that it may go to', () => {
    assert.equal(statusOver(request, 'EXECUTION'), 'EXECUTION')
    assert.equal(statusOver(request, 'DONE'), 'DISPATCHER')
    assert.equal(statusOver(request, null), 'DISPATCHER')
  })

  it('is led by keys from one of them to the next, and no further', () => {
    assert.equal(steppedTo(request, 'DISPATCHER', 1), 'RESPONSIBLE')
    assert.equal(steppedTo(request, 'RESPONSIBLE', 1), 'EXECUTION')
    assert.equal(steppedTo(request, 'EXECUTION', -1), 'RESPONSIBLE')
    assert.equal(steppedTo(request, 'CANCELED', 1), 'CANCELED')
    assert.equal(steppedTo(request, 'DISPATCHER', -1), 'DISPATCHER')
  })

  it('goes only where a move leads', () => {
    assert.equal(moveTo(request, 'EXECUTION')?.status, 'EXECUTION')
    assert.equal(moveTo(request, 'DONE'), null)
    assert.equal(moveTo(null, 'DONE'), null)
  })
})
