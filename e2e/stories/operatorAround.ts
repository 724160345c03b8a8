import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { ask, hand, NOTED, type OperatorStage, queue, TABLET, waiting } from './operatorStage.ts'

/** How often the page asks to stay awake when it is seen again: the browser let go of it while it was hidden. */
const WAKE_AGAIN = `(() => {
  let asked = 0
  const request = navigator.wakeLock.request.bind(navigator.wakeLock)
  navigator.wakeLock.request = (...given) => {
    asked++
    return request(...given)
  }
  document.dispatchEvent(new Event('visibilitychange'))
  return asked
})()`

/** What stands around the reasons: the handover, several machines, the phone. */
export function operatorAroundStories(world: () => World, stage: OperatorStage): void {
  test('what the shift before left is read with one tap, and word for the next one takes three', async () => {
    await stage.noted()
    const { workCenterId } = await stage.machineOf('Handed press')
    const { currentShift } = await world().api<{ currentShift: { shiftId: number; shiftDate: string } }>(
      'query ($workCenterId: Int!) { currentShift(workCenterId: $workCenterId) { shiftId shiftDate } }',
      { workCenterId },
    )
    const yesterday = Temporal.PlainDate.from(currentShift.shiftDate).subtract({ days: 1 }).toString()
    const left = { text: 'Grease the bearing', kind: 'OPEN_ITEM', owner: 'NEXT_SHIFT', shiftDate: yesterday, shiftId: currentShift.shiftId }
    await world().api('mutation ($input: ShiftNoteInput!) { saveShiftNote(input: $input) { id } }', {
      input: { workCenterIds: [workCenterId], ...left },
    })
    const page = await stage.open('Handed press')
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

  test('where there are keys a note is typed at once', async () => {
    await stage.noted()
    const page = await stage.open('Handed press', { width: 1280, height: 800 })
    await ask(page).getByRole('button', { name: 'Later' }).click()
    await page.getByRole('button', { name: 'Note', exact: true }).click()
    await page.keyboard.type('Oil is low')
    const dialog = page.getByRole('dialog', { name: 'Leave a note' })
    assert.equal(await dialog.getByRole('textbox', { name: 'What the next shift should know' }).inputValue(), 'Oil is low')
    await page.close()
  })

  test('the screen stays awake, and after a minute without a touch it is as it began, with what was typed', async () => {
    await stage.noted()
    const page = await stage.open('Left press')
    assert.equal(await page.evaluate(WAKE_AGAIN), 1)
    await ask(page).getByRole('button', { name: 'Later' }).tap()
    const second = waiting(page, '20 min')
    await second.tap()
    await queue(page).getByRole('button', { name: NOTED }).tap()
    const note = queue(page).getByRole('textbox', { name: 'Write a note' })
    await note.fill('Belt torn on the')
    await page.clock.install()
    // It stands still: a busy machine takes more than a second for what follows.
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)
    // The minute begins with the last touch.
    await note.press('End')
    await page.clock.fastForward(59_000)
    assert.ok(await note.isVisible())
    await page.clock.fastForward(2_000)
    await note.waitFor({ state: 'detached' })
    await page.clock.resume()
    await second.tap()
    await queue(page).getByRole('button', { name: NOTED }).tap()
    assert.equal(await note.inputValue(), 'Belt torn on the')
    await page.close()
  })

  test('of several machines the one that asks has half of the screen, and none changes its place', async () => {
    await stage.noted()
    await stage.machineOf('Board press')
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
    // Six tiles stand there whole, and what leads to all of them, without scrolling.
    const card = ask(page).first()
    await card.locator('[data-place="1"]').waitFor()
    assert.ok((await card.locator('[data-place]').count()) <= 6)
    assert.equal(await card.evaluate((section) => section.scrollHeight > section.clientHeight), false)
    await assertAccessible(page)
    const asked = await asking.getAttribute('aria-label')
    await asking.getByRole('button', { name: 'Later' }).tap()
    await page.locator(`article[data-asking][aria-label="${asked}"]`).waitFor({ state: 'detached' })
    assert.deepEqual(await names(), before)
    await tiles.first().getByRole('link').tap()
    await page.waitForURL(/\/boxes\/[^?]+\?mode=op$/)
    // The address changes before the screen; the menu of the other one does not lead to the machines.
    await page.getByRole('heading', { level: 1, name: before[0] ?? '' }).waitFor()
    await page.getByRole('button', { name: 'Trueline, menu' }).tap()
    await page.getByRole('menuitem', { name: 'Machines' }).tap()
    await page.waitForURL(/\/boxes\?mode=op$/)
    await page.close()
  })

  test('on a phone nothing is wider than the screen, tiles are for thumbs, the menu of the logo leaves, and the language is that of the screen', async () => {
    await stage.noted()
    const page = await stage.open('Phone press', { width: 390, height: 844, hasTouch: true })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    for (const tile of await ask(page).locator('[data-place]').all()) {
      const box = await tile.boundingBox()
      assert.ok(box !== null && box.width >= 96 && box.height >= 96, `a tile of ${box?.width} × ${box?.height}`)
    }
    await page.getByRole('button', { name: /^Language of this screen/ }).tap()
    await page.getByRole('menuitemradio', { name: /PL/ }).tap()
    // What the server says in words, too.
    await page.getByRole('region', { name: 'Pytanie o postój' }).getByRole('button', { name: 'Awaria', exact: true }).waitFor()
    // What the button opens lies below what the machine does, so it comes into sight.
    await page.getByRole('button', { name: 'Później' }).tap()
    await page.getByRole('button', { name: 'Przyczyna', exact: true }).tap()
    await page.waitForFunction('document.querySelector("li[data-open]")?.getBoundingClientRect().top < 160')
    await page.getByRole('button', { name: 'Trueline, menu' }).tap()
    await page.getByRole('menuitem', { name: 'Wyjdź z trybu operatora' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Phone press' }).waitFor()
    await page.locator('html[lang=en]').waitFor()
    await page.close()
  })
}
