import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TodoTaskFragment } from '#web/api/generated/graphql.ts'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'
import { closedHere, TASK_CLOSING } from './taskClosing.ts'
import { doerOf, isMine, leftOut, shownSaying, type Todo, todoPlaces, todosOf } from './todo.view.ts'

const PRESS = { id: 1, name: 'Press', deviceId: 'qa-1', timeZone: 'Europe/Kyiv' }
const LATHE = { id: 2, name: 'Lathe', deviceId: 'qa-2', timeZone: 'Europe/Kyiv' }
const OLENA = { id: 'olena', fullName: 'Olena' }
const at = (time: string) => `2026-05-04T${time}:00.000Z`

function task(
  id: number,
  time: string,
  more: Partial<Pick<TodoTaskFragment, 'asks' | 'assignee' | 'team' | 'wantedBy'>> & { workCenter?: typeof PRESS } = {},
) {
  const { workCenter = PRESS, assignee = null, asks = true, team = null, wantedBy = null } = more
  const parameters = { start: at(time), end: null, loss: null, jobOrder: null }
  return {
    asks,
    team,
    wantedBy,
    unreadMessages: 0,
    id,
    action: 'CLASSIFY_LOSS' as const,
    workCenterId: workCenter.id,
    workCenter,
    timeStart: at(time),
    assignee,
    parameters,
  }
}

const page = <Item>(items: readonly Item[]) => ({ totalItems: items.length, items: [...items] })

test('what is asked for stands by work center, the oldest first, what is given to the person before the rest', () => {
  const todos = todosOf({
    operationalTasks: page([task(1, '10:00'), task(2, '10:05', { assignee: OLENA }), task(3, '09:00', { workCenter: LATHE })]),
    checklistOccurrences: page([
      {
        id: 7,
        state: 'PENDING' as const,
        checklist: { id: 1, name: 'Guard' },
        workCenterId: 1,
        workCenter: PRESS,
        dueAt: at('09:30'),
        closesAt: at('12:00'),
        startedBy: null,
        assignee: null,
      },
    ]),
  })
  const told = todoPlaces(todos, 'olena').map(({ name, todos: list }) => `${name}: ${list.map(({ key }) => key).join(' ')}`)
  assert.deepEqual(told, ['Lathe: task/3', 'Press: task/2 checklist/7 task/1'])
})

test('what somebody wants by a time stands before the rest of its kind of holder, the soonest first', () => {
  const wanted = (id: number, by: string) => task(id, '10:00', { wantedBy: at(by) })
  const todos = todosOf({
    operationalTasks: page([task(1, '08:00'), wanted(2, '15:00'), wanted(3, '12:00'), task(4, '11:00', { assignee: OLENA })]),
  })
  assert.deepEqual(
    todoPlaces(todos, 'olena')[0]?.todos.map(({ key }) => key),
    ['task/4', 'task/3', 'task/2', 'task/1'],
  )
})

test('at a station it is done by the person who works there, by nobody until one is named', () => {
  const station = { id: 'station', isStation: true }
  assert.deepEqual([doerOf(station, { userId: 'olena' }), doerOf(station, null)], ['olena', null])
  assert.equal(doerOf({ id: 'ivan', isStation: false }, null), 'ivan')
  const [anybodys, olenas] = todosOf({ operationalTasks: page([task(1, '10:00'), task(2, '10:00', { assignee: OLENA })]) })
  const asked = (todo: Todo | undefined) => todo !== undefined && isMine(todo, null)
  assert.deepEqual([asked(anybodys), asked(olenas)], [true, false])
})

test('what somebody else has is not the person’s', () => {
  const [mine, others] = todosOf({ operationalTasks: page([task(1, '10:00'), task(2, '10:00', { assignee: OLENA })]) })
  const asked = (todo: Todo | undefined) => todo !== undefined && isMine(todo, 'ivan')
  assert.deepEqual([asked(mine), asked(others)], [true, false])
})

test('what asks a team is its members’, before what is anybody’s', () => {
  const team = { id: 'setters', name: 'Setters' }
  const todos = todosOf({ operationalTasks: page([task(1, '09:00'), task(2, '10:00', { team }), task(3, '08:00', { team, asks: false })]) })
  assert.deepEqual(
    todos.map((todo) => isMine(todo, 'ivan')),
    [true, true, false],
  )
  assert.deepEqual(
    todos.map((todo) => isMine(todo, null)),
    [true, true, true],
  )
  const [place] = todoPlaces(todos, 'ivan')
  assert.deepEqual(
    place?.todos.map(({ key }) => key),
    ['task/2', 'task/1', 'task/3'],
  )
})

test('a task that was closed here and waits to be sent is not asked for again; one that was refused is', () => {
  const entry = (id: number, refusal: OutboxEntry['refusal'] = null): OutboxEntry => ({
    id,
    key: String(id),
    owner: 'ann',
    kind: TASK_CLOSING,
    madeAt: 0,
    body: { input: { id, comment: 'seen' }, what: 'Give the stop a reason', place: 'Press' },
    refusal,
  })
  const other = { ...entry(3), kind: 'NOTE' }
  assert.deepEqual([...closedHere([entry(1), entry(2, { code: 'FORBIDDEN', detail: null }), other])], [1])
})

test('what was not sent is counted, by kind', () => {
  const workRequests = page([])
  assert.deepEqual(leftOut({ operationalTasks: { ...page([task(1, '10:00')]), totalItems: 131 }, workRequests }), [
    { kind: 'TASK', count: 130 },
  ])
  assert.deepEqual(leftOut(undefined), [])
})

test('nothing is asked for where nothing may be read', () => {
  assert.deepEqual(todosOf(undefined), [])
  assert.deepEqual(todosOf({}), [])
})

test('by when a task is wanted is as it was typed until that is stored, and then as whoever said it last', () => {
  const typed = { text: '2026-05-05T23:59', isSent: false, before: '' }
  assert.equal(shownSaying(null, '2026-05-04T10:00'), '2026-05-04T10:00')
  assert.equal(shownSaying(typed, '2026-05-04T10:00'), '2026-05-05T23:59')
  // Taken, and not read anew yet; then stored; then another by a colleague.
  assert.equal(shownSaying({ ...typed, isSent: true }, ''), '2026-05-05T23:59')
  assert.equal(shownSaying({ ...typed, isSent: true }, '2026-05-06T10:00'), '2026-05-06T10:00')
})
