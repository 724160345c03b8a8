import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { abilitiesOf, grantsOf, ROLES } from '#engine/access/abilities.ts'
import type { Role } from '#engine/access/abilities.ts'
import { isHeld } from './hold.ts'
import { mayReadFile, mayReadReport, subjectOfFile, tellsChecklists } from './mayReadReport.ts'
import { renderingsOf } from './renderings.ts'
import type { Reader } from './renderings.ts'
import { restatement } from './restated.ts'
import { maySubscribe, recipientsProblem, subscriptionProblems } from './subscription.ts'
import type { SubscriptionForm } from './subscription.ts'

const FORM: SubscriptionForm = {
  type: 'DOWNTIME',
  periodicity: 'DAILY',
  hours: 7,
  minutes: 0,
  language: null,
  format: 'PDF',
  workCenterId: null,
  groupId: null,
  waitsForConfirmation: false,
  viewId: null,
}
const at = (text: string) => Date.parse(text)

describe('a subscription', () => {
  it('names the field that is wrong and its legal range', () => {
    const wrong = (over: Partial<SubscriptionForm>) =>
      subscriptionProblems({ ...FORM, ...over }).map(({ field, params }) => [field, params])
    assert.deepEqual(wrong({}), [])
    assert.deepEqual(wrong({ hours: 24, minutes: -1 }), [
      ['hours', { value: 24, min: 0, max: 23 }],
      ['minutes', { value: -1, min: 0, max: 59 }],
    ])
    assert.deepEqual(wrong({ minutes: 1.5 }), [['minutes', { value: 1.5, min: 0, max: 59 }]])
    assert.deepEqual(wrong({ format: 'CSV' }), [['format', { example: 'PDF, XLSX' }]])
    assert.deepEqual(wrong({ format: 'CSV', type: 'LOSSES' }), [])
    assert.deepEqual(wrong({ workCenterId: 3, groupId: 1 }), [['workCenterId', { value: 3, min: 0, max: 0 }]])
    const view = { type: 'VIEW', viewId: '0190' } as const
    assert.deepEqual([wrong(view), wrong({ ...view, viewId: null })], [[], []], 'it shows the view that was deleted since')
    assert.deepEqual(wrong({ ...view, periodicity: 'BY_SHIFTS', format: 'CSV' }), [
      ['format', { example: 'PDF, XLSX' }],
      ['periodicity', { example: 'DAILY, MONTHLY, WEEKLY' }],
    ])
    assert.deepEqual(wrong({ type: 'ENERGY', periodicity: 'BY_SHIFTS', format: 'CSV' }), [
      ['periodicity', { example: 'DAILY, MONTHLY, WEEKLY' }],
    ])
    assert.deepEqual(wrong({ viewId: '0190' }), [['reportTypeId', { value: 2, min: 5, max: 5 }]])
    assert.deepEqual([wrong({ workCenterId: 3 }), wrong({ groupId: 1 })], [[], []])
    assert.deepEqual(
      [recipientsProblem(0)?.code, recipientsProblem(50), recipientsProblem(51)?.params],
      ['REQUIRED', null, { value: 51, min: 1, max: 50 }],
    )
  })

  it('is kept by those who may read the report, for others by those who set up work centers', () => {
    const may = (role: Role, type: SubscriptionForm['type'], isForOthers: boolean) =>
      maySubscribe(grantsOf(abilitiesOf(role, 'ACME1')), { type, isForOthers })?.params?.['subject'] ?? null
    assert.deepEqual([may('ADMIN', 'GENERAL', true), may('USER', 'GENERAL', false)], [null, null])
    assert.deepEqual([may('USER', 'GENERAL', true), may('OPERATOR', 'GENERAL', false)], ['WORK_CENTER_SETTINGS', 'ANALYTICS'])
    assert.equal(may('OPERATOR', 'DOWNTIME', false), null)
  })

  it('makes one file for all who see the same in the same language (W-24)', () => {
    const all = { mayRead: true, readsChecklists: false, visible: null } as const
    const readers: readonly Reader<string>[] = [
      { id: 'Olena', language: 'uk', ...all },
      { id: 'Pavlo', language: 'uk', ...all },
      { id: 'Anna', language: 'pl', ...all },
      { id: 'Ivan', language: 'uk', mayRead: true, readsChecklists: false, visible: new Set([3]) },
      { id: 'Max', language: 'uk', mayRead: false, readsChecklists: true, visible: null },
    ]
    const { renderings, withoutRight } = renderingsOf(readers, { scope: null, language: null, format: 'PDF' })
    assert.deepEqual(
      renderings.map(({ language, workCenterIds, readers: of }) => [language, workCenterIds, of]),
      [
        ['uk', null, ['Olena', 'Pavlo']],
        ['pl', null, ['Anna']],
        ['uk', [3], ['Ivan']],
      ],
    )
    assert.deepEqual(withoutRight, ['Max'])
    const one = renderingsOf(readers, { scope: [4], language: 'en', format: 'PDF' })
    assert.deepEqual([one.renderings.map(({ readers: of }) => of), one.withoutRight], [[['Olena', 'Pavlo', 'Anna']], ['Ivan', 'Max']])
  })

  it('tells what became of checklists in a file of its own for those who may read them', () => {
    const reader = (id: string, readsChecklists: boolean): Reader<string> => ({
      id,
      language: 'uk',
      mayRead: true,
      readsChecklists,
      visible: null,
    })
    const readers = [reader('Olena', true), reader('Guest', false), reader('Ivan', true)]
    const { renderings } = renderingsOf(readers, { scope: null, language: null, format: 'PDF' })
    assert.deepEqual(
      renderings.map(({ hasChecklists, readers: of }) => [hasChecklists, of]),
      [
        [true, ['Olena', 'Ivan']],
        [false, ['Guest']],
      ],
    )
    assert.equal(new Set(renderings.map(({ key }) => key)).size, 2)
    const grants = (role: Role) => grantsOf(abilitiesOf(role, 'ACME1'))
    assert.deepEqual(
      (['USER', 'GUEST'] as const).map((role) => [tellsChecklists(grants(role), 'SHIFT'), tellsChecklists(grants(role), 'GENERAL')]),
      [
        [true, false],
        [false, false],
      ],
    )
    const told = { type: 'SHIFT', hasChecklists: true } as const
    assert.deepEqual([mayReadFile(grants('GUEST'), told), mayReadFile(grants('GUEST'), { type: 'SHIFT' })], [false, true])
    // A file names one right, which stands for both.
    for (const role of ROLES) {
      assert.equal(grants(role).readable.has(subjectOfFile(told)), mayReadFile(grants(role), told), role)
      assert.equal(grants(role).readable.has(subjectOfFile({ type: 'SHIFT' })), mayReadReport(grants(role), 'SHIFT') === null, role)
    }
  })
  it('waits a day at most for shifts to be confirmed', () => {
    const held = (unconfirmed: number, now: string, waitsForConfirmation = true) =>
      isHeld({ waitsForConfirmation, dueAt: at('2026-11-22T05:00:00Z') }, { unconfirmed, now: at(now) })
    assert.deepEqual(
      [held(3, '2026-11-22T05:00:00Z'), held(0, '2026-11-22T05:00:00Z'), held(3, '2026-11-23T04:59:59Z'), held(3, '2026-11-23T05:00:00Z')],
      [true, false, true, false],
    )
    assert.equal(held(3, '2026-11-22T05:00:00Z', false), false)
  })

  it('tells once what was confirmed again since it was reported (W-32)', () => {
    const [first, second] = [
      { revision: 1, at: at('2026-11-16T15:00:00Z'), figures: 73.1 },
      { revision: 2, at: at('2026-11-24T09:00:00Z'), figures: 74.04 },
    ]
    const told = (reported: string, of = [first, second]) => {
      const found = restatement(of, at(reported))
      return found && [found.before.figures, found.after.figures, found.after.revision]
    }
    assert.deepEqual(told('2026-11-23T05:00:00Z'), [73.1, 74.04, 2])
    assert.equal(told('2026-11-30T05:00:00Z'), null)
    assert.equal(told('2026-11-16T14:00:00Z'), null)
    assert.equal(told('2026-11-23T05:00:00Z', [first]), null)
  })
})
