import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  actedOn,
  groupKey,
  idsOf,
  inboxFilter,
  inboxRows,
  inParts,
  isNarrowed,
  NO_INBOX_FILTERS,
  seenByLooking,
  stillShown,
  toggled,
  toldFacts,
  withOpened,
} from './inbox.view.ts'
import { NOTIFICATIONS_SEARCH } from './notificationsSearch.ts'

describe('the filters of the inbox', () => {
  const WARSAW = 'Europe/Warsaw'

  it('stand in the address, and say what of it means nothing', () => {
    const search = NOTIFICATIONS_SEARCH.read({ tab: 'history', state: 'over', type: 'BATTERY_LOW,NEVER', wc: '7,8', from: '2026-03-29' })
    assert.deepEqual([search.state, search.type, search.wc, search.invalid], ['over', ['BATTERY_LOW'], [7, 8], ['type=NEVER']])
    assert.deepEqual(NOTIFICATIONS_SEARCH.write({ ...search, invalid: [] }), {
      tab: 'history',
      state: 'over',
      type: 'BATTERY_LOW',
      wc: '7,8',
      from: '2026-03-29',
    })
  })

  it('ask for a state of their tab only', () => {
    const search = { ...NO_INBOX_FILTERS, state: 'retracted', wc: [7] } as const
    assert.deepEqual(inboxFilter('OPEN', search, WARSAW), { tab: 'OPEN', workCenterIds: [7] })
    assert.deepEqual(inboxFilter('HISTORY', search, WARSAW), { tab: 'HISTORY', states: ['RETRACTED'], workCenterIds: [7] })
    const untaken = { ...NO_INBOX_FILTERS, state: 'untaken', type: ['BATTERY_LOW'] } as const
    assert.deepEqual(inboxFilter('OPEN', untaken, WARSAW), { tab: 'OPEN', isAcknowledged: false, types: ['BATTERY_LOW'] })
    assert.deepEqual([isNarrowed('OPEN', { ...NO_INBOX_FILTERS, state: 'away' }), isNarrowed('HISTORY', untaken)], [false, true])
  })

  it('take whole days of the viewer, also where the clocks change, and as far as may be asked beside one date', () => {
    const days = (from: string, to: string) => inboxFilter('HISTORY', { ...NO_INBOX_FILTERS, from, to }, WARSAW).period
    assert.deepEqual(days('2026-03-29', '2026-03-29'), { start: '2026-03-28T23:00:00.000Z', end: '2026-03-29T22:00:00.000Z' })
    assert.deepEqual(days('', '2026-03-29'), { start: '2025-02-26T23:00:00.000Z', end: '2026-03-29T22:00:00.000Z' })
    assert.deepEqual(days('2026-03-29', ''), { start: '2026-03-28T23:00:00.000Z', end: '2027-04-28T22:00:00.000Z' })
    assert.deepEqual(days('2026-03-30', '2026-03-29'), days('2026-03-29', '2026-03-30'))
    // Further apart than may be asked, the first of them are.
    assert.deepEqual(days('2026-03-29', '2029-01-01'), days('2026-03-29', ''))
  })
})

describe('the rows of the inbox', () => {
  const groups = [{ ids: ['c', 'b'] }]

  it('begin with what belongs together, under a key that stays when one joins', () => {
    const rows = inboxRows([{ id: 'a' }], groups)
    assert.deepEqual(rows, [
      { key: 'group-b', group: groups[0] },
      { key: 'a', item: { id: 'a' } },
    ])
    assert.equal(groupKey({ ids: ['d', 'c', 'b'] }), 'group-b')
  })

  it('are acted on as they are selected, or the one that has the focus where it is none of them', () => {
    const selected = toggled(toggled(new Set(), 'a'), 'group-b')
    assert.deepEqual([...selected], ['a', 'group-b'])
    assert.deepEqual(actedOn(selected, 'a'), ['a', 'group-b'])
    assert.deepEqual(actedOn(selected, null), ['a', 'group-b'])
    assert.deepEqual(actedOn(selected, 'x'), ['x'])
    assert.deepEqual(actedOn(new Set(), null), [])
    assert.deepEqual([...toggled(selected, 'a')], ['group-b'])
    assert.deepEqual(idsOf(['a', 'group-b', 'c'], groups), ['a', 'c', 'b'])
  })

  it('are seen by being looked at, but where only unseen ones are asked for or the person marked them so', () => {
    const items = [
      { id: 'a', readAt: null },
      { id: 'b', readAt: '2026-03-29T10:00:00Z' },
      { id: 'c', readAt: null },
    ]
    const seen = (state: 'unread' | 'untaken') =>
      seenByLooking(items, inboxFilter('OPEN', { ...NO_INBOX_FILTERS, state }, 'Europe/Warsaw'), new Set(['c']))
    assert.deepEqual([seen('untaken'), seen('unread')], [['a'], []])
  })

  it('are not acted on once their group is closed or they left the page', () => {
    const rows = inboxRows([{ id: 'a' }], groups)
    const selection = new Set(['a', 'b', 'gone'])
    const opened = withOpened(new Map(), 'group-b', [{ id: 'c' }, { id: 'b' }])
    assert.deepEqual([...stillShown(selection, rows, opened)], ['a', 'b'])
    assert.deepEqual([...stillShown(selection, rows, withOpened(opened, 'group-b', []))], ['a'])
  })

  it('are changed a thousand at a time, until some are refused', async () => {
    const ids = Array.from({ length: 2100 }, (_, index) => String(index))
    const sizes = async (refusedAt: number) => {
      const asked: number[] = []
      await inParts(ids, async (part) => {
        asked.push(part.length)
        return Promise.resolve({ problems: asked.length === refusedAt ? ['refused'] : [] })
      })
      return asked
    }
    assert.deepEqual(
      [await sizes(4), await sizes(2)],
      [
        [1000, 1000, 100],
        [1000, 1000],
      ],
    )
  })
})

it('a notification says what is known beside its sentence, and nothing where there is nothing to say', () => {
  const none = {
    type: 'WORK_CENTER_OFF',
    batteryLeft: null,
    cause: null,
    knownShare: null,
    kwh: null,
    silentToo: null,
    unconfirmedShifts: null,
    units: null,
  } as const
  assert.deepEqual(toldFacts(none), [])
  assert.deepEqual(toldFacts({ ...none, cause: 'BATTERY_EMPTY' }), [{ key: 'offCause', cause: 'BATTERY_EMPTY' }])
  assert.deepEqual(toldFacts({ ...none, type: 'CONNECTION_ERROR', cause: 'BATTERY_EMPTY' }), [])
  assert.deepEqual(toldFacts({ ...none, batteryLeft: { days: 5.5, from: 4, to: null } }), [
    { key: 'batteryLeft', days: 5.5, from: 4, to: null },
  ])
  assert.deepEqual(toldFacts({ ...none, silentToo: 0, unconfirmedShifts: 0, knownShare: 1 }), [])
  assert.deepEqual(toldFacts({ ...none, units: 12, kwh: 3.25 }), [
    { key: 'units', number: 12 },
    { key: 'kwh', number: 3.25 },
  ])
  assert.deepEqual(toldFacts({ ...none, unconfirmedShifts: 1, knownShare: 0.8799, silentToo: 3 }), [
    { key: 'silentToo', count: 3 },
    { key: 'provisional' },
    { key: 'known', share: 0.87 },
  ])
})
