import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import type { Machine } from '../device.ts'
import type { PageOptions, World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { addStoppedMachine } from './stoppedMachine.ts'

/** In minutes before now. The last two are neighbours with a minute of work between them; the machine has worked since. */
const STOPS = [
  { from: 110, to: 100 },
  { from: 90, to: 70 },
  { from: 50, to: 40 },
  { from: 12, to: 10 },
  { from: 9, to: 7 },
]

/** First by its name, so that it is among the tiles before anybody gave a reason. */
const NOTED = 'A fault with a note'
/** More than a busy machine takes to fold in what was published. */
const FOLDED_MS = 60_000
const TABLET = { width: 1280, height: 800, hasTouch: true } as const

/** Counts what a person does: taps, or keys. */
type Hand = { readonly count: number; do(what: Promise<void>): Promise<void> }

function hand(): Hand {
  let count = 0
  return {
    get count() {
      return count
    },
    do: async (what) => {
      count += 1
      await what
    },
  }
}

export function operatorModeStories(world: () => World): void {
  const machines = new Map<string, Promise<Machine>>()
  const machineOf = (name: string) => {
    const added = machines.get(name) ?? addStoppedMachine(world(), name, STOPS)
    machines.set(name, added)
    return added
  }
  const open = async (name: string, options: PageOptions = TABLET) => {
    const { deviceId } = await machineOf(name)
    const page = await world().openPage(`/boxes/${deviceId}?mode=op`, options)
    await ask(page).getByRole('button', { name: NOTED }).waitFor()
    return page
  }
  const addReason = async () => {
    const { createLossReason } = await world().api<{ createLossReason: { id: number } }>(
      'mutation ($input: CreateLossReasonInput!) { createLossReason(input: $input) { id } }',
      { input: { name: NOTED, type: 'UNPLANNED', activityTypes: ['BREAKDOWN_TIME'], requireExtraNotes: true } },
    )
    return createLossReason.id
  }
  let reason: Promise<number> | null = null

  test('after a restart one tap says why the machine stood, of a row of stops too, and one takes it back', async () => {
    await (reason ??= addReason())
    const page = await open('Touched press')
    await assertAccessible(page)
    // Nobody is held up: the question takes no focus.
    assert.equal(await ask(page).evaluate((card) => card.contains(document.activeElement)), false)
    await ask(page).getByText('2 stops').first().waitFor()
    const once = hand()
    await once.do(ask(page).getByRole('button', { name: 'Breakdown', exact: true }).tap())
    await page.getByText('Saved: Breakdown, 2 stops').waitFor()
    assert.equal(once.count, 1, 'a bundle, and the question after a restart')
    await ask(page).waitFor({ state: 'detached' })
    const back = hand()
    await back.do(page.getByRole('button', { name: 'Undo' }).tap())
    await page.getByText('Undone').waitFor()
    assert.equal(back.count, 1, 'a wrong tile, at once')
    await ask(page).getByText('2 stops').first().waitFor()

    const later = hand()
    await later.do(ask(page).getByRole('button', { name: 'Later' }).tap())
    await ask(page).waitFor({ state: 'detached' })
    // The first row is open.
    const first = hand()
    await first.do(queue(page).getByRole('button', { name: 'Breakdown', exact: true }).tap())
    await page.getByText('Saved: Breakdown, 2 stops').waitFor()
    assert.equal(first.count, 1, 'the first row of the queue')

    const other = hand()
    await other.do(waiting(page, '20 min').tap())
    await other.do(queue(page).getByRole('button', { name: 'Cleaning', exact: true }).tap())
    await page.getByText('Saved: Cleaning').waitFor()
    assert.equal(other.count, 2, 'another row of the queue')
    const wrong = hand()
    await wrong.do(said(page, 'Cleaning').tap())
    await wrong.do(queue(page).getByRole('button', { name: 'Breakdown', exact: true }).tap())
    await page.getByText('Saved: Breakdown').waitFor()
    assert.equal(wrong.count, 2, 'a wrong tile, later')
    await page.close()
  })

  test('a stop of two causes is cut where somebody taps and each part gets its reason, without a button to save', async () => {
    await (reason ??= addReason())
    const page = await open('Cut press')
    await ask(page).getByRole('button', { name: 'Later' }).tap()
    await waiting(page, '20 min').tap()
    const strip = queue(page).getByRole('slider', { name: 'Cut the stop in two' })
    const box = await strip.boundingBox()
    assert.ok(box !== null)
    const cut = hand()
    await cut.do(strip.tap({ position: { x: box.width / 4, y: box.height / 2 } }))
    await queue(page).getByText('Why did it stop after the cut?').waitFor()
    await assertAccessible(page)
    await cut.do(queue(page).getByRole('button', { name: 'Cleaning', exact: true }).tap())
    await queue(page).getByText('After the cut: Cleaning. And why before it?').waitFor()
    await cut.do(queue(page).getByRole('button', { name: 'Breakdown', exact: true }).tap())
    await page.getByText('Saved: Cleaning, 2 stops').waitFor()
    assert.equal(cut.count, 3)
    await said(page, 'Cleaning').waitFor()
    await said(page, 'Breakdown').waitFor()
    // A stop that has a reason keeps it before the cut: its later part alone is asked.
    const two = hand()
    await said(page, 'Cleaning').tap()
    await two.do(strip.tap({ position: { x: box.width / 2, y: box.height / 2 } }))
    await two.do(queue(page).getByRole('button', { name: 'No material', exact: true }).tap())
    await page.getByText('Saved: No material, 2 stops').waitFor()
    assert.equal(two.count, 2)
    await page.getByRole('button', { name: 'Undo' }).tap()
    await page.getByText('Undone').waitFor()
    await said(page, 'No material').waitFor({ state: 'detached' })
    await said(page, 'Cleaning').waitFor()
    await page.close()
  })

  test('what the shift before left is read with one tap, and word for the next one takes three', async () => {
    await (reason ??= addReason())
    const { workCenterId } = await machineOf('Handed press')
    const { currentShift } = await world().api<{ currentShift: { shiftId: number; shiftDate: string } }>(
      'query ($workCenterId: Int!) { currentShift(workCenterId: $workCenterId) { shiftId shiftDate } }',
      { workCenterId },
    )
    const yesterday = Temporal.PlainDate.from(currentShift.shiftDate).subtract({ days: 1 }).toString()
    const left = { text: 'Grease the bearing', kind: 'OPEN_ITEM', owner: 'NEXT_SHIFT', shiftDate: yesterday, shiftId: currentShift.shiftId }
    await world().api('mutation ($input: ShiftNoteInput!) { saveShiftNote(input: $input) { id } }', {
      input: { workCenterIds: [workCenterId], ...left },
    })
    const page = await open('Handed press')
    await ask(page).getByRole('button', { name: 'Later' }).tap()
    const card = page.getByRole('region', { name: 'Handover' })
    await card.getByText('Grease the bearing').waitFor()
    await assertAccessible(page)
    const seen = hand()
    await seen.do(card.getByRole('button', { name: 'Seen' }).tap())
    await card.waitFor({ state: 'detached' })
    assert.equal(seen.count, 1)

    const word = hand()
    await word.do(page.getByRole('button', { name: 'Note', exact: true }).tap())
    const dialog = page.getByRole('dialog', { name: 'Leave a note' })
    await word.do(dialog.getByRole('textbox', { name: 'What the next shift should know' }).fill('Runs hot since noon'))
    await word.do(dialog.getByRole('button', { name: 'Next shift' }).tap())
    await page.getByText('Note saved').waitFor()
    assert.equal(word.count, 3)
    const { currentShift: now } = await world().api<{ currentShift: { notes: readonly object[] } }>(
      'query ($workCenterId: Int!) { currentShift(workCenterId: $workCenterId) { notes { text kind owner } } }',
      { workCenterId },
    )
    assert.deepEqual(now.notes, [{ text: 'Runs hot since noon', kind: 'OPEN_ITEM', owner: 'NEXT_SHIFT' }])
    await page.close()
  })

  test('a reason that needs a note takes a tile and one of the last phrases', async () => {
    const reasonId = await (reason ??= addReason())
    const { workCenterId } = await machineOf('Noted press')
    await sayNote(world(), workCenterId, reasonId, 'Belt torn')
    const page = await open('Noted press')
    const note = hand()
    await note.do(ask(page).getByRole('button', { name: NOTED }).tap())
    await note.do(ask(page).getByRole('button', { name: 'Belt torn' }).tap())
    await page.getByText(`Saved: ${NOTED}`).waitFor()
    assert.equal(note.count, 2)
    await page.close()
  })

  test('the keyboard does the same with the same number of keys, and Escape twice leaves', async () => {
    await (reason ??= addReason())
    const page = await open('Keyed press', { width: 1280, height: 800 })
    const once = hand()
    await once.do(page.keyboard.press('2'))
    await page.getByText(/^Saved: .*, 2 stops/).waitFor()
    assert.equal(once.count, 1)
    await page.keyboard.press('u')
    await page.getByText('Undone').waitFor()
    await ask(page).waitFor()
    await page.keyboard.press('l')
    await ask(page).waitFor({ state: 'detached' })
    const first = hand()
    await first.do(page.keyboard.press('2'))
    await page.getByText(/^Saved: .*, 2 stops/).waitFor()
    assert.equal(first.count, 1)
    const other = hand()
    await other.do(page.keyboard.press('ArrowDown'))
    await other.do(page.keyboard.press('3'))
    await page.getByText(/^Saved: /).waitFor()
    assert.equal(other.count, 2)
    const strip = queue(page).getByRole('slider', { name: 'Cut the stop in two' }).first()
    await strip.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await queue(page).getByText('Why did it stop after the cut?').waitFor()
    await page.keyboard.press('Escape')
    await queue(page).getByText('Why did it stop after the cut?').waitFor({ state: 'detached' })
    await strip.blur()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Keyed press' }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('mode'), null)
    await page.close()
  })

  test('of several machines the one that asks has half of the screen, and none changes its place', async () => {
    await (reason ??= addReason())
    await machineOf('Board press')
    const page = await world().openPage('/boxes?mode=op&q=press', TABLET)
    const tiles = page.getByRole('article')
    await ask(page).first().waitFor()
    const asking = page.locator('article[data-asking]')
    const names = async () => await tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')))
    const before = await names()
    assert.ok(before.length > 1 && before.length <= 6, before.join(', '))
    assert.equal(await asking.count(), 1)
    const grid = await asking.evaluate((tile) => {
      const [own, all] = [tile.getBoundingClientRect(), tile.parentElement?.getBoundingClientRect()]
      return all === undefined ? 0 : (own.width * own.height) / (all.width * all.height)
    })
    // Gaps between tiles take their part.
    assert.ok(grid > 0.45 && grid < 0.55, `it has ${grid} of the screen`)
    await assertAccessible(page)
    const asked = await asking.getAttribute('aria-label')
    await asking.getByRole('button', { name: 'Later' }).tap()
    await page.locator(`article[data-asking][aria-label="${asked}"]`).waitFor({ state: 'detached' })
    assert.deepEqual(await names(), before)
    await tiles.first().getByRole('link').tap()
    await page.waitForURL(/\/boxes\/[^?]+\?mode=op$/)
    await page.getByRole('button', { name: 'Trueline, menu' }).tap()
    await page.getByRole('menuitem', { name: 'Machines' }).tap()
    await page.waitForURL(/\/boxes\?mode=op$/)
    await page.close()
  })

  test('on a phone nothing is wider than the screen, tiles are for thumbs, the menu of the logo leaves, and the language is that of the screen', async () => {
    await (reason ??= addReason())
    const page = await open('Phone press', { width: 390, height: 844, hasTouch: true })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    for (const tile of await ask(page).locator('[data-place]').all()) {
      const box = await tile.boundingBox()
      assert.ok(box !== null && box.width >= 96 && box.height >= 96, `a tile of ${box?.width} × ${box?.height}`)
    }
    await page.getByRole('button', { name: /^Language of this screen/ }).tap()
    await page.getByRole('menuitemradio', { name: /PL/ }).tap()
    // What the server says in words, too.
    await page.getByRole('region', { name: 'Pytanie o postój' }).getByRole('button', { name: 'Awaria', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Trueline, menu' }).tap()
    await page.getByRole('menuitem', { name: 'Wyjdź z trybu operatora' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Phone press' }).waitFor()
    await page.locator('html[lang=en]').waitFor()
    await page.close()
  })
}

const ask = (page: Page): Locator => page.getByRole('region', { name: /Question about a stop$/ })
const queue = (page: Page): Locator => page.getByRole('region', { name: 'To explain' })
/** The closed row of the queue with this length. */
const waiting = (page: Page, length: string): Locator => queue(page).locator('button[data-row]').filter({ hasText: length }).first()
const said = (page: Page, reason: string): Locator => queue(page).locator('button[data-row]').filter({ hasText: reason }).first()

type Waiting = { readonly lossesPages: { readonly items: readonly { readonly id: number }[] } }

/** Somebody gives the oldest stop without a reason one with a note. */
async function sayNote({ api }: World, workCenterId: number, reasonId: number, comment: string): Promise<void> {
  const read = async () =>
    await api<Waiting>(
      `query ($id: Int!) { lossesPages(filter: { workCenterIds: [$id], issues: NO_REASON, source: STATUS }, sort: ASC) { items { id } } }`,
      { id: workCenterId },
    )
  const giveUpAt = performance.now() + FOLDED_MS
  let [first] = (await read()).lossesPages.items
  while (first === undefined) {
    assert.ok(performance.now() < giveUpAt, 'no stop waits for a reason')
    await sleep(200)
    first = (await read()).lossesPages.items[0]
  }
  await api('mutation ($input: UpdateLossInput!) { updateLoss(input: $input) { id } }', { input: { id: first.id, reasonId, comment } })
}
