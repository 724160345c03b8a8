import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { columnsOf, date, flag, ids, listOf, named, oneOf, optionOf, page, sortOf, text, texts, uuid } from './codecs.ts'
import { searchTable } from './searchTable.ts'

const TABLE = searchTable({
  q: text(),
  view: oneOf(['card', 'line']),
  kind: optionOf(['A', 'B']),
  status: listOf(['run', 'stop']),
  model: texts(),
  group: ids({ or: 'none' }),
  compare: ids({ most: 2 }),
  isOpen: named('open', flag()),
  cols: columnsOf(['one', 'two', 'three']),
  sort: sortOf(['name', 'at'], '-at'),
  page: page(),
  team: uuid(),
  from: date(),
})

test('an empty address is all defaults, and defaults are not written', () => {
  const search = TABLE.read({})
  assert.deepEqual(search, {
    q: '',
    view: 'card',
    kind: '',
    status: [],
    model: [],
    group: [],
    compare: [],
    isOpen: false,
    cols: null,
    sort: '-at',
    page: 1,
    team: '',
    from: '',
    invalid: [],
  })
  assert.deepEqual(TABLE.write(search), {})
  assert.deepEqual(TABLE.write(TABLE.read({ view: 'card', sort: '-at', page: '1', cols: 'three,two,one', status: '' })), {})
})

test('columns that are off at first are shown where they are chosen, and all of them where all are', () => {
  const table = searchTable({ cols: columnsOf(['one', 'two', 'three'], { off: ['two'] }) })
  const read = (texts: Record<string, string>) => table.read(texts).cols
  assert.deepEqual(
    [read({}), read({ cols: '' }), read({ cols: 'two,one' })],
    [
      ['one', 'three'],
      ['one', 'three'],
      ['one', 'two'],
    ],
  )
  assert.equal(read({ cols: 'one,two,three' }), null)
  assert.deepEqual(table.write(table.read({})), {})
  assert.deepEqual(table.write({ ...table.read({}), cols: null }), { cols: 'one,two,three' })
  for (const cols of [null, ['one', 'two'] as const]) assert.deepEqual(read(table.write({ ...table.read({}), cols })), cols)
})

test('what means nothing is named, stays in the address, and goes when it is taken out', () => {
  const given = {
    view: 'wall',
    status: 'run,bogus',
    open: 'yes',
    sort: '--at',
    page: '0',
    team: 'x',
    from: '2026-02-30',
    group: '7,x',
    compare: '1,2,3',
  }
  const search = TABLE.read(given)
  assert.deepEqual(search.invalid, [
    'view=wall',
    'status=bogus',
    'group=x',
    'compare=3',
    'open=yes',
    'sort=--at',
    'page=0',
    'team=x',
    'from=2026-02-30',
  ])
  assert.deepEqual(TABLE.write(search), given)
  assert.deepEqual(TABLE.write({ ...search, invalid: [] }), { status: 'run', group: '7', compare: '1,2' })
})

test('a value has its own name or that of its parameter', () => {
  assert.equal(TABLE.read({ open: '1' }).isOpen, true)
  assert.equal(TABLE.read({ isOpen: '1' }).isOpen, false)
  assert.deepEqual(TABLE.write({ isOpen: true }), { open: '1' })
})

test('the router may give texts or values, and values count', () => {
  assert.deepEqual(TABLE.of({ open: '1', page: '3', status: 'stop' }), TABLE.read({ open: '1', page: '3', status: 'stop' }))
  assert.equal(TABLE.of({ open: '1', isOpen: false }).isOpen, false)
  assert.equal(TABLE.of({ page: 4 }).page, 4)
  const once = TABLE.read({ view: 'wall', model: 'a%2Cb', sort: 'name', group: 'none,3' })
  assert.deepEqual(TABLE.of(once), once)
})

test('the route checks what it is given and writes it as text, with what belongs to nobody', () => {
  const [middleware] = TABLE.route.search.middlewares
  const given = { ...TABLE.read({ view: 'line', status: 'stop' }), view: 'line' as const, other: 'x' }
  assert.deepEqual(middleware?.({ search: given, next: (search) => search }), { view: 'line', status: 'stop', other: 'x' })
})

test('no text breaks a state, and every state survives its address', () => {
  const keys = ['q', 'view', 'kind', 'status', 'model', 'group', 'compare', 'open', 'cols', 'sort', 'page', 'team', 'from']
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), fc.string()), (given) => {
      const search = TABLE.read(given)
      const address = new URLSearchParams(TABLE.write(search)).toString()
      const again = TABLE.read(Object.fromEntries(new URLSearchParams(address)))
      assert.deepEqual({ ...again, invalid: [] }, { ...search, invalid: [] })
      assert.deepEqual(TABLE.read(TABLE.write({ ...search, invalid: [] })).invalid, [])
    }),
  )
})
