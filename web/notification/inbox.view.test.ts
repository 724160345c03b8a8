import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { actedOn, groupKey, idsOf, inboxFilter, inboxRows, isNarrowed, NO_INBOX_FILTERS, toggled } from './inbox.view.ts'
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

  it('take whole days of the viewer, also where the clocks change, and a year beside one date', () => {
    const days = (from: string, to: string) => inboxFilter('HISTORY', { ...NO_INBOX_FILTERS, from, to }, WARSAW).period
    assert.deepEqual(days('2026-03-29', '2026-03-29'), { start: '2026-03-28T23:00:00.000Z', end: '2026-03-29T22:00:00.000Z' })
    assert.deepEqual(days('', '2026-03-29'), { start: '2025-03-28T23:00:00.000Z', end: '2026-03-29T22:00:00.000Z' })
    assert.deepEqual(days('2026-03-29', ''), { start: '2026-03-28T23:00:00.000Z', end: '2027-03-29T22:00:00.000Z' })
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
})
