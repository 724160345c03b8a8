import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { insertPresetReasons } from '#server/company/presetReason.store.ts'
import { PRESET_REASONS } from '#server/company/presetReasons.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { DEMO_CREW, DEMO_PEOPLE, isDemoAccount } from '#server/identity/seedDemoPeople.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { explain } from './crewStory.ts'
import { crewTimeline } from './crewTimeline.ts'
import { findCrew, insertCrew } from './demoCrew.store.ts'
import { crewAtWork } from './demoCrew.ts'
import { DEMO_REASONS } from './demoReasons.ts'
import { resetDemo } from './demoReset.ts'

const START = Date.UTC(2026, 4, 4, 6)
const UNTIL = 900
/** The first shift ended fifteen hours ago, the second one seven. */
const NOW = START + 23 * HOUR_MS
/** Twenty stops of ten minutes each. */
const STOPS = Array.from({ length: 20 }, (_, index) => ({ from: 40 + index * 40, to: 50 + index * 40, powerKw: 2 }))

type Row = Readonly<Record<string, unknown>>
type Shown = { readonly source: string; readonly start: string; readonly reasonId: number | null; readonly comment: string | null }

suite('the crew of the demo plant', () => {
  let api: TestApi
  const deps = () => ({ database: api.database, now: () => NOW, reload: api.reload })
  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    const press = await addPressWithStops(api, ACME, { start: START, until: UNTIL, stops: STOPS })
    await api.database.inSystem(async (tx) => {
      await insertPresetReasons(tx, ACME, 'en', [...PRESET_REASONS, ...DEMO_REASONS])
      await insertCrew(tx, ACME, DEMO_CREW)
      await sql`insert into work_center_group (company_id, name, color) values (${ACME}, 'Forming', '#5B6FD8')`.execute(tx)
      await sql`update work_center set external_code = 'press-7', group_id = (select id from work_center_group where company_id = ${ACME} and name = 'Forming')
        where company_id = ${ACME} and id = ${press.workCenterId}`.execute(tx)
    })
  })
  after(() => api.close())

  const data = async (query: string) => {
    const answer = await api.ask(query)
    assert.deepEqual(answer.errors, [])
    return answer.data
  }
  const stops = async (): Promise<readonly Shown[]> => {
    const { lossesPages } = (await data('{ lossesPages(size: 100) { items { source start: timeStart reasonId comment } } }')) as {
      lossesPages: { items: Shown[] }
    }
    return lossesPages.items
  }
  const shifts = async () => {
    const all = (await data('{ shifts { status revision comment confirmedBy { firstName } } }'))['shifts']
    return (all as readonly { status: string; revision: number; comment: string; confirmedBy: { firstName: string } | null }[]).toReversed()
  }

  test('explains most stops with reasons of the machine, confirms what is long over, and finds nothing to do the second time', async () => {
    const round = await crewAtWork(deps(), ACME)
    const all = await stops()
    const explained = all.filter(({ reasonId }) => reasonId !== null)
    assert.ok(explained.length >= 0.75 * all.length && explained.length < all.length, `${explained.length} of ${all.length}`)
    assert.equal(round.explained, explained.length)
    assert.deepEqual([...new Set(explained.map(({ source }) => source))].toSorted(), ['SPEED', 'STATUS'])
    const [first, second] = await shifts()
    assert.deepEqual([first?.status, first?.revision, first?.confirmedBy?.firstName], ['CONFIRMED', 1, 'Katarzyna'])
    assert.equal(second?.status, 'UNCONFIRMED')
    assert.deepEqual(await crewAtWork(deps(), ACME), { explained: 0, confirmed: 0, restated: 0 })
  })

  test('writes a note on the timeline once shifts lie around it, and no other for days', async () => {
    const notes = async () => {
      const { timelineNotes } = (await data('{ timelineNotes(dateFrom: "2026-05-01", dateTo: "2026-05-20") { start workCenterId } }')) as {
        timelineNotes: { start: string; workCenterId: number }[]
      }
      return timelineNotes.map(({ start }) => Date.parse(start))
    }
    assert.deepEqual(await notes(), [], 'nothing was made yet three days ago')
    const crew = await api.database.inSystem((tx) => findCrew(tx, ACME, DEMO_CREW))
    const lead = crew.values().next().value
    const write = (now: number) => crewTimeline({ database: api.database, now: () => now }, ACME, lead)
    await write(START + 76 * HOUR_MS)
    assert.deepEqual(await notes(), [START + 4 * HOUR_MS])
    await write(START + 100 * HOUR_MS)
    assert.equal((await notes()).length, 1)
    await write(START + 172 * HOUR_MS)
    assert.deepEqual(await notes(), [START + 4 * HOUR_MS, START + 100 * HOUR_MS])
  })

  test('plans orders of the products of the machine, works on one of them, and plans again what visitors touched', async () => {
    const orders = async () => {
      const { jobOrdersPages } = (await data(
        '{ jobOrdersPages(size: 50) { items { id status orderCode product { sku } priority } } }',
      )) as {
        jobOrdersPages: { items: { id: number; status: string; orderCode: string; product: { sku: string }; priority: number | null }[] }
      }
      return jobOrdersPages.items
    }
    const statuses = (found: readonly { readonly status: string }[]) =>
      Object.fromEntries(
        Map.groupBy(found, ({ status }) => status)
          .entries()
          .map(([status, those]) => [status, those.length]),
      )
    const planned = await orders()
    // Three of them came in a file.
    assert.deepEqual(statuses(planned), { PLANNED: 6, PROGRESS: 1, DRAFT: 1, ON_HOLD: 1 })
    const held = planned.find(({ status }) => status === 'ON_HOLD')
    const { jobOrder } = (await data(`{ jobOrder(id: ${held?.id}) { conversation { messages { content } } } }`)) as {
      jobOrder: { conversation: { messages: { content: string }[] } }
    }
    assert.deepEqual(
      jobOrder.conversation.messages.map(({ content }) => content),
      ['Waiting for coil, the supplier says after the break'],
    )
    assert.ok(planned.every(({ product }) => ['CS-2812', 'TO-2301', 'FC-3654', 'FE-3760'].includes(product.sku)))
    assert.deepEqual(
      planned
        .filter(({ status }) => status === 'PLANNED')
        .map(({ priority }) => priority)
        .toSorted((one, other) => (one ?? 0) - (other ?? 0)),
      // The draft, and the order on hold, stand before what came in the file.
      [1, 2, 3, 6, 7, 8],
    )
    await crewAtWork(deps(), ACME)
    assert.deepEqual(await orders(), planned)
    const running = planned.find(({ status }) => status === 'PROGRESS')
    await data(`mutation { stopJobOrder(id: ${running?.id}) { id } createJobOrder(input: { orderCode: "Visitor" }) { id } }`)
    await resetDemo({ database: api.database, reload: api.reload }, ACME)
    assert.deepEqual(statuses(await orders()), { PLANNED: 6, DRAFT: 1, ON_HOLD: 1 })
    await crewAtWork(deps(), ACME)
    assert.deepEqual(statuses(await orders()), { PLANNED: 5, PROGRESS: 1, DRAFT: 1, ON_HOLD: 1 })
  })

  test('imported orders the day before, which can be taken back; what visitors imported is gone after the night', async () => {
    const imports = async () => {
      const { jobOrdersImports } = (await data(
        '{ jobOrdersImports { items { state isUndoable counts { create } createdBy { firstName } } } }',
      )) as {
        jobOrdersImports: { items: readonly Row[] }
      }
      return jobOrdersImports.items
    }
    const ofCrew = { state: 'APPLIED', isUndoable: true, counts: { create: 3 }, createdBy: { firstName: 'Katarzyna' } }
    assert.deepEqual(await imports(), [ofCrew])
    await data(
      `mutation { importJobOrders(rows: [{ code: "V-1", productCode: "CS-2812", plannedQuantity: 5, workCenterCode: "press-7" }]) { id } }`,
    )
    assert.equal((await imports()).length, 2)
    await resetDemo({ database: api.database, reload: api.reload }, ACME)
    assert.deepEqual(await imports(), [ofCrew])
    await crewAtWork(deps(), ACME)
    assert.deepEqual(await imports(), [ofCrew])
  })

  test('keeps the materials of the products, and batches at the machine and beside it, once', async () => {
    const kept = async () =>
      await data('{ stocks(hasBalance: true) { balance workCenterId batch { code } } item(id: 1) { bom { material { sku } } } }')
    await crewAtWork(deps(), ACME)
    const first = await kept()
    const { stocks } = first as { stocks: readonly { balance: number; workCenterId: number | null; batch: { code: string } }[] }
    const coil = stocks.find(({ batch }) => batch.code === 'COIL-2043')
    assert.ok(coil?.workCenterId != null && coil.balance === 4200)
    assert.ok(stocks.some(({ batch, workCenterId }) => batch.code === 'COIL-2042' && workCenterId === null))
    await crewAtWork(deps(), ACME)
    assert.deepEqual(await kept(), first)
    const { jobOrders } = (await data('{ jobOrders(statuses: [PLANNED]) { bom { material { sku } } } }')) as {
      jobOrders: readonly { bom: readonly { material: { sku: string } }[] }[]
    }
    assert.ok(jobOrders.every(({ bom }) => bom[0]?.material.sku === 'MS-0253'))
  })

  test('says things at once and later, and leaves word from shift to shift, each once', async () => {
    const { lossesTrust } = (await data('{ lossesTrust { kind percent } }')) as { lossesTrust: { kind: string; percent: number }[] }
    const kinds = lossesTrust.map(({ kind }) => kind)
    assert.ok(kinds.includes('AT_ONCE') && kinds.includes('LATE') && kinds.includes('UNEXPLAINED'), kinds.join())
    const notes = async () => {
      const { rows } = await api.database.pool.query<{ notes: number; seen: number }>(
        'select (select count(*) from shift_note)::int as notes, (select count(*) from handover_seen)::int as seen',
      )
      return rows[0]
    }
    const first = await notes()
    assert.ok(first && first.seen >= 2, 'each shift that is over has read what was left')
    await crewAtWork(deps(), ACME)
    assert.deepEqual(await notes(), first)
  })

  test('keeps what it said through the night, but not what visitors changed of it', async () => {
    const before = await stops()
    assert.equal(await resetDemo(deps(), ACME), 0)
    assert.deepEqual(await stops(), before)
    assert.equal((await shifts())[0]?.status, 'CONFIRMED')
    const { lossesPages } = (await data('{ lossesPages(size: 1) { items { id version } } }')) as {
      lossesPages: { items: { id: number; version: number }[] }
    }
    const [last] = lossesPages.items
    assert.ok(last)
    await data(`mutation { updateLoss(input: { id: ${last.id}, version: ${last.version}, comment: "visited" }) { id } }`)
    assert.equal(await resetDemo(deps(), ACME), 1)
    assert.ok(!(await stops()).some(({ comment }) => comment === 'visited'))
  })

  test('opens a confirmed shift again a day later, corrects it and confirms it again, once, and keeps that through the night', async () => {
    const later = { ...deps(), now: () => NOW + 8 * HOUR_MS }
    const { restated } = await crewAtWork(later, ACME)
    assert.equal(restated, 1)
    const revisions = async () => {
      const { shifts: all } = (await data(
        '{ shifts { revision status revisions { revision reopenReason reopenedBy { firstName } changes { terms { key } losses { after { reason { name } } } } } } }',
      )) as { readonly shifts: readonly { revision: number; status: string; revisions: readonly Row[] }[] }
      return all.find(({ revision }) => revision === 2)
    }
    const shift = await revisions()
    assert.equal(shift?.status, 'CONFIRMED')
    const [before, after] = (shift?.revisions ?? []).toSorted((a, b) => Number(a['revision']) - Number(b['revision']))
    assert.deepEqual(before?.['reopenedBy'], { firstName: 'Ewa' })
    const changes = after?.['changes'] as { readonly terms: readonly { readonly key: string }[]; readonly losses: readonly object[] }
    // A stop that counted was the break.
    assert.ok(
      changes.terms.some(({ key }) => key === 'excluded'),
      JSON.stringify(changes),
    )
    assert.deepEqual(changes.losses, [{ after: { reason: { name: 'Lunch or break' } } }])
    assert.equal((await crewAtWork(later, ACME)).restated, 0)
    await resetDemo(later, ACME)
    assert.deepEqual(await revisions(), shift)
  })

  test('has no password that somebody could set', () => {
    assert.ok(DEMO_CREW.every(({ email }) => isDemoAccount(email)))
    // Nobody of the crew is an account that visitors sign in with, whose role is another.
    const visitors = new Set(DEMO_PEOPLE.map(({ email }) => email))
    assert.deepEqual(
      DEMO_CREW.filter(({ email }) => visitors.has(email)),
      [],
    )
  })
})

test('the tool of the press wears through the week, and a stop is always explained alike', () => {
  const shareOn = (day: number): number => {
    const starts = Array.from({ length: 400 }, (_, index) => Date.UTC(2026, 4, 4 + day) + index * 3 * MINUTE_MS)
    const said = starts.map((start) => explain({ source: 'STATUS', machine: 'press-7', group: 'Forming', status: 'Idle', start }))
    assert.deepEqual(
      said,
      starts.map((start) => explain({ source: 'STATUS', machine: 'press-7', group: 'Forming', status: 'Idle', start })),
    )
    return said.filter((one) => one?.reason === 'Tool wear').length / starts.length
  }
  assert.deepEqual([shareOn(0), shareOn(2) > 0.2, shareOn(5) > shareOn(2)], [0, true, true])
})

test('the crew names only reasons that the demo has', () => {
  const known = new Set([...PRESET_REASONS, ...DEMO_REASONS].map(({ names }) => names.en))
  for (const group of ['Forming', 'Machining', 'Bottling', 'Extrusion']) {
    for (const status of ['Setup', 'Idle', 'Slow running', null]) {
      for (let minute = 0; minute < 500; minute++) {
        const said = explain({ source: 'STATUS', machine: 'press-7', group, status, start: START + minute * MINUTE_MS })
        assert.ok(said === null || known.has(said.reason), said?.reason ?? '')
      }
    }
  }
})
