import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EFFICIENCY_BANDS } from '#engine/oee/band.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { STATUS_STYLES } from '#web/parts/statusStyle.ts'
import { cardFigures, cardsInSight, stylesMatch } from './card.view.ts'
import { facetCounts } from './facets.view.ts'
import { groupSections, worstOf } from './groups.view.ts'
import { TABLE_COLUMNS } from './tableColumns.ts'
import { orderOf } from './listOrder.view.ts'
import {
  COLORS,
  COMPARED_RANGES,
  filterCount,
  LIST_SEARCH,
  MOST_COMPARED,
  SORT_COLUMNS,
  sortHere,
  SORTS,
  VIEWS,
  WORKS,
  type ListSearch,
} from './listSearch.view.ts'
import { severityOf, WORST_FIRST } from './severity.ts'
import { countStyles, countUnexplained, listIds } from './workCenters.view.ts'

type LiveParts = {
  readonly oee?: number | null
  readonly kind?: 'OFF' | 'NO_DATA' | 'RULE'
  readonly isEffective?: boolean
  readonly since?: number
  readonly at?: number
  readonly reasons?: number
  readonly hasShift?: boolean
  readonly values?: LiveWorkCenter['values']
}

function live(parts: LiveParts): LiveWorkCenter {
  const { oee = null, kind = 'RULE', at = 0, values = {}, reasons = 0, since = 0, hasShift = true } = parts
  const isEffective = parts.isEffective ?? kind === 'RULE'
  const status = { kind, noDataCause: null, statusRuleId: null, name: null, color: null, isEffective, isScheduledLoss: false, since }
  const shift = hasShift ? { shiftId: 1, shiftDate: '2026-05-04', code: 'A', name: 'A', start: 0, end: 100 } : null
  const figures = { availability: 0.9, performance: null, quality: 1, oee, asOf: at, issues: [] }
  return { at, lastSampleAt: at - 5, status, shift, oee: figures, values, unclassifiedLossCount: reasons } as unknown as LiveWorkCenter
}

const hallA = { id: 7, name: 'Hall A', color: '#123456' }
const hallB = { id: 4, name: 'hall b', color: '#654321' }
const listed = [
  { id: 1, name: 'Press', sortNumber: 2, model: 'M1, rev 2', group: hallB },
  { id: 2, name: 'Łódź', sortNumber: 1, model: null, group: hallA },
  { id: 3, name: 'Mixer', sortNumber: 3, model: 'X100', group: hallA },
  { id: 4, name: 'Saw', sortNumber: 4 },
]
const states = new Map([
  [1, live({ oee: 0.7, since: 30 })],
  [2, live({ oee: null, kind: 'OFF', reasons: 2, since: 10 })],
  [3, live({ oee: 1.1, since: 20 })],
])
const compare = new Intl.Collator('en', { sensitivity: 'base' }).compare
const ids = (search: Record<string, unknown>) => listIds(listed, LIST_SEARCH.read(search), states, compare)

test('the address is read with defaults for what means nothing, and defaults are not written', () => {
  const search = LIST_SEARCH.read({
    q: 'a',
    sort: 'sideways',
    color: 'oee',
    status: 'stop,nonsense,run',
    view: 'wall',
    band: 'HUGE,LOW',
    group: 'none,0,-1,7,7,99999999999',
    compare: '1,2,2,x,3,4',
    cols: 'strip,nonsense,oee',
    reason: 'yes',
    tv: '1',
  })
  assert.equal(search.sort, 'default')
  assert.equal(search.view, 'card')
  assert.deepEqual(search.status, ['run', 'stop'])
  assert.deepEqual(search.band, ['LOW'])
  assert.deepEqual(search.group, [7, 'none'])
  assert.deepEqual(search.compare, [1, 2, 3])
  assert.deepEqual(search.columns, ['oee', 'strip'])
  assert.deepEqual([search.needsReason, search.isBoard], [false, true])
  assert.deepEqual(LIST_SEARCH.write(LIST_SEARCH.read({ q: 'a', color: 'oee', status: 'stop,run' })), {
    q: 'a',
    color: 'oee',
    status: 'run,stop',
  })
  assert.deepEqual(LIST_SEARCH.write(LIST_SEARCH.read({})), {})
})

const some = <T>(values: readonly T[]) => fc.subarray([...values])
const anyId = fc.integer({ min: 1, max: 0x7f_ff_ff_ff })
const anyGroups = fc
  .tuple(fc.uniqueArray(anyId, { maxLength: 4 }), fc.boolean())
  .map(([groups, hasNone]) => (hasNone ? [...groups, 'none' as const] : groups))
const anySearch: fc.Arbitrary<ListSearch> = fc.record(
  {
    q: fc.string(),
    sort: fc.constantFrom(...SORTS, ...SORT_COLUMNS.flatMap((column) => [`${column}Up`, `${column}Down`] as const)),
    color: fc.constantFrom(...COLORS),
    view: fc.constantFrom(...VIEWS),
    status: some(STATUS_STYLES),
    work: some(WORKS),
    band: some(EFFICIENCY_BANDS),
    model: fc.uniqueArray(fc.string({ minLength: 1 })),
    group: anyGroups,
    needsReason: fc.boolean(),
    isGrouped: fc.boolean(),
    closed: anyGroups,
    columns: some(TABLE_COLUMNS).map((columns) => (columns.length === 0 || columns.length === TABLE_COLUMNS.length ? null : columns)),
    compare: fc.uniqueArray(anyId, { maxLength: MOST_COMPARED }),
    comparedRange: fc.constantFrom(...COMPARED_RANGES),
    isBoard: fc.boolean(),
    isOperator: fc.boolean(),
    invalid: fc.constant([]),
  },
  { noNullPrototype: true },
)

test('every state of the list survives its address', () => {
  fc.assert(
    fc.property(anySearch, (search) => {
      const address = new URLSearchParams(LIST_SEARCH.write(search)).toString()
      assert.deepEqual(LIST_SEARCH.read(Object.fromEntries(new URLSearchParams(address))), search)
    }),
  )
})

test('no address breaks the list', () => {
  const keys = Object.keys(LIST_SEARCH.write({ ...LIST_SEARCH.read({ cols: 'oee' }), q: 'q' }))
  fc.assert(
    fc.property(
      fc.dictionary(fc.oneof(fc.constantFrom('compare', 'group', 'model', 'sort', 'band', ...keys), fc.string()), fc.anything()),
      (raw) => {
        const search = LIST_SEARCH.read(raw)
        assert.deepEqual(LIST_SEARCH.read(LIST_SEARCH.write(search)), search)
        listIds(listed, search, states, compare)
      },
    ),
  )
})

test('the list is searched by name, model and group', () => {
  assert.deepEqual(ids({ q: 'lodz' }), [2])
  assert.deepEqual(ids({ q: 'x100' }), [3])
  assert.deepEqual(ids({ q: 'hall a' }), [2, 3])
  assert.deepEqual(ids({ q: 'nothing' }), [])
})

test('the list is ordered as asked; without efficiency last both ways', () => {
  assert.deepEqual(ids({}), [2, 1, 3, 4])
  assert.deepEqual(ids({ sort: 'az' }), [2, 3, 1, 4])
  assert.deepEqual(ids({ sort: 'za' }), [4, 1, 3, 2])
  assert.deepEqual(ids({ sort: 'efficiencyUp' }), [1, 3, 2, 4])
  assert.deepEqual(ids({ sort: 'efficiencyDown' }), [3, 1, 2, 4])
})

test('columns order the list by their values', () => {
  assert.deepEqual(ids({ sort: 'statusDown' }), [2, 4, 3, 1], 'the worst first, equal ones by name')
  assert.deepEqual(ids({ sort: 'sinceUp' }), [2, 3, 1, 4], 'without a status last')
  assert.deepEqual(ids({ sort: 'sinceDown' }), [1, 3, 2, 4])
  assert.deepEqual(ids({ sort: 'reasonsDown' }), [2, 3, 1, 4])
})

test('every order is total: it never depends on the order of before', () => {
  const sorts = [...SORTS, ...SORT_COLUMNS.flatMap((column) => [`${column}Up`, `${column}Down`] as const)]
  fc.assert(
    fc.property(fc.constantFrom(...sorts), fc.shuffledSubarray([...listed], { minLength: listed.length }), (sort, shuffled) => {
      const sorted = (rows: typeof listed) => rows.toSorted(orderOf(sort, states, compare)).map(({ id }) => id)
      assert.deepEqual(sorted(shuffled), sorted([...listed]))
    }),
  )
})

test('filters of one kind add up, those of different kinds narrow', () => {
  assert.deepEqual(ids({ status: 'stop' }), [2])
  assert.deepEqual(ids({ eff: 'effective' }), [1, 3])
  assert.deepEqual(ids({ eff: 'ineffective' }), [2], 'what sends no data may be doing anything')
  assert.deepEqual(ids({ eff: 'effective,ineffective' }), [2, 1, 3])
  assert.deepEqual(ids({ band: 'FAIR,FULL' }), [1, 3])
  assert.deepEqual(ids({ model: 'M1%2C rev 2,X100' }), [1, 3])
  assert.deepEqual(ids({ group: '7' }), [2, 3])
  assert.deepEqual(ids({ group: '4,none' }), [1, 4])
  assert.deepEqual(ids({ reason: '1' }), [2])
  assert.deepEqual(ids({ group: '7', eff: 'effective' }), [3])
  assert.deepEqual(ids({ group: '7', band: 'LOW' }), [])
})

test('styles are counted; a work center that never spoke has no data', () => {
  const counts = countStyles(listed, states)
  assert.deepEqual([counts.run, counts.stop, counts.noData], [2, 1, 1])
  assert.equal(countUnexplained(listed, states), 1)
})

test('a choice tells how many would be left with it, all other filters kept', () => {
  const counts = facetCounts(listed, LIST_SEARCH.read({ group: '7', eff: 'effective' }), states)
  assert.deepEqual([counts.work.effective, counts.work.ineffective], [1, 1])
  assert.deepEqual(
    [...counts.group],
    [
      [4, 1],
      [7, 1],
    ],
    'groups are counted as if none were chosen',
  )
  assert.deepEqual([...counts.model], [['X100', 1]])
  assert.deepEqual([counts.band.FULL, counts.band.FAIR], [1, 0])
  assert.equal(counts.needsReason, 0)
})

test('the number of active filters counts every chip', () => {
  assert.equal(filterCount(LIST_SEARCH.read({})), 0)
  assert.equal(
    filterCount(LIST_SEARCH.read({ q: 'x', status: 'run', group: '1,none', reason: '1', band: 'LOW', eff: 'effective', model: 'a' })),
    7,
  )
})

test('groups stand by name, those in none last, each in the order of the list', () => {
  const sections = groupSections(listed, compare)
  assert.deepEqual(
    sections.map(({ key, members }) => [key, members.map(({ id }) => id)]),
    [
      [7, [2, 3]],
      [4, [1]],
      ['none', [4]],
    ],
  )
})

test('of a group the worst state speaks', () => {
  assert.deepEqual(worstOf(listed.slice(0, 3), states), { style: 'stop', count: 1 })
  assert.deepEqual(worstOf(listed.slice(3), states), { style: 'noData', count: 1 })
  assert.deepEqual(
    worstOf(
      [listed[0], listed[2]].flatMap((one) => one ?? []),
      states,
    ),
    { style: 'run', count: 2 },
  )
  assert.equal(worstOf([], states), null)
  assert.deepEqual(new Set(WORST_FIRST), new Set(STATUS_STYLES), 'every look has a place')
  assert.ok(severityOf('stop') > severityOf('noData') && severityOf('noData') > severityOf('run'))
})

test('figures that are not known stay null, and only a bad battery or signal is shown', () => {
  const figures = cardFigures(
    { targetQuality: 99 },
    live({ oee: 0.6799999, values: { BATTERY_LEVEL: { at: 0, value: 12 }, SIGNAL_LEVEL: { at: 0, value: 80 } } }),
  )
  assert.equal(figures.band, 'LOW', 'bands compare unrounded')
  assert.equal(figures.factors[1]?.ratio, null)
  assert.equal(figures.factors[2]?.target, 99)
  assert.deepEqual([figures.batteryPercent, figures.signalPercent], [12, null])
  assert.equal(cardFigures({}, undefined).oee, null)
})

test('a card is drawn again only for what it shows', () => {
  const one = live({ oee: 0.70001, at: 1 })
  const battery = (value: number) => live({ oee: 0.7, values: { BATTERY_LEVEL: { at: 0, value } } })
  assert.ok(stylesMatch(one, live({ oee: 0.70002, at: 2 })))
  assert.ok(!stylesMatch(one, live({ oee: 0.702 })))
  assert.ok(!stylesMatch(one, live({ oee: 0.70001, kind: 'OFF' })))
  assert.ok(!stylesMatch(one, live({ oee: 0.70001, isEffective: false })), 'it would have another colour')
  assert.ok(!stylesMatch(one, live({ oee: 0.70001, hasShift: false })))
  assert.ok(!stylesMatch(one, live({ oee: 0.70001, reasons: 1 })))
  assert.ok(!stylesMatch(live({ oee: 0.6799999 }), live({ oee: 0.68 })), 'the band changes before the figure does')
  assert.ok(stylesMatch(battery(80), battery(70)), 'a good battery is not shown')
  assert.ok(!stylesMatch(battery(21), battery(19)))
  assert.ok(!stylesMatch(undefined, one))
  assert.ok(stylesMatch(undefined, undefined))
})

test('what of the address means nothing is named, and what means the default is not', () => {
  assert.deepEqual(
    LIST_SEARCH.read({ sort: 'foo', status: 'run,bogus', group: '7,x,none', cols: 'oee,what', compare: '1,2,3,4', tv: 'yes' }).invalid,
    ['sort=foo', 'status=bogus', 'group=x', 'cols=what', 'compare=4', 'tv=yes'],
  )
  const plain = { q: 'anything', sort: 'default', view: 'card', color: 'status', model: 'a%b,c', status: '', other: 'x' }
  assert.equal(LIST_SEARCH.read({ view: 'line' }).view, 'table', 'as bookmarks say it')
  assert.deepEqual(LIST_SEARCH.read({ view: 'line' }).invalid, [])
  assert.deepEqual(LIST_SEARCH.read({ ...plain, cols: TABLE_COLUMNS.join(',') }).invalid, [])
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('sort', 'status', 'group', 'cols', 'compare', 'band', 'by'), fc.string()), (raw) => {
      assert.deepEqual(
        LIST_SEARCH.read(LIST_SEARCH.write({ ...LIST_SEARCH.read(raw), invalid: [] })).invalid,
        [],
        'what the list writes, it understands',
      )
    }),
  )
})

test('as many cards are drawn at first as the window shows, and at least one', () => {
  assert.equal(cardsInSight(1440, 900), 16)
  assert.equal(cardsInSight(390, 844), 3)
  assert.equal(cardsInSight(820, 1180), 10)
  assert.equal(cardsInSight(1920, 1080), 24)
  assert.equal(cardsInSight(100, 100), 1)
})

test('worst first puts the unexplained stop before the explained one and running ones last; a phone begins with it', () => {
  const explained = {
    ...live({ kind: 'OFF', since: 1 }),
    stop: { look: 'KNOWN', reasonId: null, reason: 'Jam' },
  } as unknown as LiveWorkCenter
  const now = new Map([
    [1, live({ since: 5 })],
    [2, live({ kind: 'OFF', since: 30 })],
    [3, explained],
    [4, live({ kind: 'OFF', since: 20 })],
  ])
  const order = listIds(listed, LIST_SEARCH.read({ sort: 'worst' }), now, compare)
  assert.deepEqual(order, [4, 2, 3, 1])
  const counts = countStyles(listed, now)
  assert.deepEqual([counts.stop, counts.stopKnown], [2, 1])
  assert.deepEqual([sortHere('default', true), sortHere('default', false), sortHere('az', true)], ['worst', 'default', 'az'])
})
