import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecordKind, RecordsChange } from '#engine/event/recordsChange.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { createShiftStrips } from './shiftStrips.ts'
import { createStripQuestions, GATHER_MS } from './stripQuestions.ts'

const change = (id: number | null, kind: RecordKind, from = 0): RecordsChange => ({
  workCenterId: id === null ? null : asId<WorkCenterId>(id),
  kinds: [kind],
  from,
  to: null,
})

function openPage() {
  const page = { isHidden: false, asked: [] as (readonly number[] | null)[] }
  const questions = createStripQuestions(
    (ids) => {
      page.asked.push(ids)
      return Promise.resolve()
    },
    () => page.isHidden,
  )
  return { page, questions }
}

test('late and recalculated statuses and given reasons ask again for the strips of their work centers only, gathered', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { page, questions } = openPage()
  questions.hear([change(3, 'status'), change(4, 'loss'), change(5, 'output')])
  questions.hear([change(7, 'status'), change(3, 'status', 5)])
  assert.deepEqual(page.asked, [])
  t.mock.timers.tick(GATHER_MS)
  assert.deepEqual(page.asked, [[3, 4, 7]])
  questions.end()
})

test('a change of the company, a gap and the first time ask for all', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { page, questions } = openPage()
  questions.askAll()
  await Promise.resolve()
  await Promise.resolve()
  questions.hear([change(3, 'status'), change(null, 'workCenter')])
  t.mock.timers.tick(GATHER_MS)
  assert.deepEqual(page.asked, [null, null])
  questions.end()
})

test('a hidden page asks once when it is seen again, and an ended one never', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { page, questions } = openPage()
  page.isHidden = true
  questions.hear([change(1, 'status')])
  t.mock.timers.tick(GATHER_MS)
  questions.hear([change(2, 'status')])
  t.mock.timers.tick(GATHER_MS)
  assert.deepEqual(page.asked, [])
  page.isHidden = false
  questions.seen()
  assert.deepEqual(page.asked, [[1, 2]])
  await Promise.resolve()
  questions.hear([change(1, 'status')])
  questions.end()
  t.mock.timers.tick(GATHER_MS)
  assert.equal(page.asked.length, 1)
})

test('strips of some work centers replace theirs and leave the others', () => {
  const strips = createShiftStrips()
  const row = (at: string) => ({ timeStart: at, kind: 'OFF' as const, isEffective: false })
  const answer = (id: number, at: string) => ({ id, live: { at }, shiftStrip: [row(at)] })
  strips.putAll([answer(1, '2026-05-04T06:00:00Z'), answer(2, '2026-05-04T06:00:00Z')])
  strips.putSome([answer(2, '2026-05-04T07:00:00Z')])
  assert.equal(strips.get(1)?.readAt, Date.parse('2026-05-04T06:00:00Z'))
  assert.equal(strips.get(2)?.readAt, Date.parse('2026-05-04T07:00:00Z'))
  strips.putAll([answer(2, '2026-05-04T08:00:00Z')])
  assert.equal(strips.get(1), undefined)
})
