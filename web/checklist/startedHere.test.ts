import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChecklistsPageQuery } from '#web/api/generated/graphql.ts'
import { allOffers, begunHere, probablyDue, startedOf, startedRun, startOffers } from './startedHere.view.ts'

type Checklist = ChecklistsPageQuery['checklists'][number]
const place = (id: number) => ({ id, name: `Press ${id}`, timeZone: 'Europe/Warsaw', statusRules: [] })
const checklist = (id: number, more: { readonly places?: readonly number[]; readonly byHand?: boolean; readonly active?: boolean } = {}) =>
  ({
    id,
    name: `List ${id}`,
    active: more.active ?? true,
    version: 3,
    answerWithin: 1800,
    tasks: [],
    workCenters: (more.places ?? []).map(place),
    frequency: { allowManualActivation: more.byHand ?? true },
  }) as unknown as Checklist
const AT = Date.UTC(2026, 10, 28, 9)
const keys = (offers: readonly { readonly key: string }[]) => offers.map(({ key }) => key)

test('a checklist is offered at each work center that it belongs to, all of them where it names none', () => {
  const data = {
    checklists: [checklist(1), checklist(2, { places: [8] }), checklist(3, { byHand: false }), checklist(4, { active: false })],
    workCenters: [place(7), place(8)],
  }
  assert.deepEqual(keys(startOffers(data, [])), ['1/7', '1/8', '2/8'])
  assert.deepEqual(keys(startOffers(data, [7])), ['1/7'])
})

test('without a connection what was foretold and is over is probably due, once, unless it is open or begun by hand anyway', () => {
  const data = { checklists: [checklist(1, { byHand: false }), checklist(2)], workCenters: [place(7), place(8)] }
  const foretold = (id: number, workCenterId: number, minutes: number) => ({
    checklist: { id, name: '' },
    workCenterId,
    workCenter: null,
    dueAt: new Date(AT + minutes * 60_000).toISOString(),
  })
  const runs = [foretold(1, 7, -20), foretold(1, 7, -5), foretold(1, 7, 5), foretold(1, 8, -5), foretold(2, 7, -5), foretold(9, 7, -5)]
  const asked = { places: [], now: AT, open: new Set<string>() }
  assert.deepEqual(keys(probablyDue(data, runs, asked)), ['1/7', '1/8'])
  assert.deepEqual(keys(probablyDue(data, runs, { ...asked, open: new Set(['1/8']) })), ['1/7'])
  assert.deepEqual(keys(probablyDue(data, runs, { ...asked, places: [8] })), ['1/8'])
})

test('what was begun here is not offered again, and what is probable stands behind what may be begun by hand', () => {
  const data = { checklists: [checklist(1, { byHand: false }), checklist(2)], workCenters: [place(7), place(8)] }
  const foretold = (workCenterId: number) => ({
    checklist: { id: 1, name: '' },
    workCenterId,
    workCenter: null,
    dueAt: new Date(AT - 60_000).toISOString(),
  })
  const row = (owner: string, workCenterId: number, id = -AT) => ({
    owner,
    run: { ...startedRun(checklist(1), place(workCenterId), AT), id },
  })
  const begun = begunHere([row('me', 7), row('another', 8), row('me', 8, 12)], 'me')
  assert.deepEqual([...begun], ['1/7'])
  const probable = probablyDue(data, [foretold(7), foretold(8)], { places: [], now: AT, open: begun })
  assert.deepEqual(keys(allOffers(startOffers(data, []), probable)), ['2/7', '2/8', '1/8'])
})

test('a run that is begun here has an id below zero, the time of the checklist, and tells the server when and by which version', () => {
  const run = startedRun(checklist(1), place(7), AT)
  assert.deepEqual([run.id, run.closesAt, run.state], [-AT, '2026-11-28T09:30:00.000Z', 'STARTED'])
  assert.deepEqual(startedOf(run), { checklistId: 1, workCenterId: 7, version: 3, startedAt: '2026-11-28T09:00:00.000Z' })
  assert.equal(startedOf({ ...run, id: 12 }), null)
})
