import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { until } from '../browser.ts'
import { typeDate } from '../fields.ts'
import { addMachine, connectDevice, type Machine, registerDevice } from '../device.ts'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

const HOURS = 5

export function statusesStories(world: () => World): void {
  test('a bound moves with the keyboard, the preview follows, and what is saved is what was previewed', async () => {
    const { machine, page } = await openStatuses(world())
    const bound = page.getByRole('slider', { name: 'Bound between Idle and Running' })
    await bound.focus()
    await page.keyboard.press('PageUp')
    await page.keyboard.press('ArrowUp')
    const moved = Number(await bound.getAttribute('aria-valuenow'))
    assert.ok(moved > 5, `the bound is at ${moved}`)
    assert.equal(Number(await page.getByLabel('Running from, kW').inputValue()), moved)
    assert.equal(Number(await page.getByLabel('Idle below, kW').inputValue()), moved)
    await page.getByText('Exactly what you get after saving.').waitFor()
    await page.getByRole('cell', { name: /^\+/ }).first().waitFor()

    await page.getByLabel('Idle below, kW').fill('9')
    await page.getByText('Ranges can not intersect: Running').waitFor()
    await page.getByText('Ranges can not intersect: Idle and Running').waitFor()
    await page.getByLabel('Idle below, kW').fill(String(moved))
    await assertAccessible(page)

    await page.getByRole('radio', { name: 'Also to the past' }).check()
    await typeDate(page.locator('main'), 'Recalculate from', await twoDaysAgo(page))
    await page.getByText(/shifts? (is|are) recalculated/).waitFor()
    await page.getByText('Exactly what you get after saving.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The recalculated minutes match the preview.').waitFor()
    const { statusRules } = await world().api<{ statusRules: { name: string; byPower: { minPower: number } }[] }>(
      'query ($id: Int!) { statusRules(workCenterId: $id) { name byPower { minPower } } }',
      { id: machine.workCenterId },
    )
    assert.equal(statusRules.find(({ name }) => name === 'Running')?.byPower.minPower, moved)
    await page.setViewportSize({ width: 390, height: 844 })
    await until(page, 'document.documentElement.scrollWidth <= innerWidth')
    await page.close()
  })

  test('the first rules are proposed from the signal, told of the past, too, and seen beside their preview', async () => {
    const { product, api } = world()
    const device = await registerDevice(product)
    await api('mutation ($guid: Guid!, $name: String) { addBox(guid: $guid, name: $name) { id } }', {
      guid: device.deviceId,
      name: 'New compressor',
    })
    const connected = await connectDevice(product, device)
    // Over since minutes, so that nothing grows between the preview and what is saved.
    const from = Date.now() - 66 * MINUTE_MS
    await connected.publish(
      ...Array.from({ length: 60 }, (_, minute) => ({ at: from + minute * MINUTE_MS, values: { POWER: minute % 20 < 12 ? 13 : 3 } })),
    )
    await connected.end()
    const page = await world().openPage(`/boxes/${device.deviceId}/settings?tab=statuses`, { width: 1280, height: 800 })
    await page.getByText('13 kW – is that running?').waitFor()
    await page.getByRole('button', { name: 'Use it' }).click()
    await page.getByRole('heading', { level: 4, name: 'Running' }).waitFor()
    await page.getByRole('heading', { level: 4, name: 'Idle' }).waitFor()
    // Where the level changes within a stretch of the chart, it lies between the two.
    const [run, idle] = [await page.getByLabel('Running from, kW').inputValue(), await page.getByLabel('Idle from, kW').inputValue()]
    assert.ok(Number(run) > 6 && Number(run) < 10, `runs from ${run}`)
    assert.ok(Number(idle) > 1 && Number(idle) < 3, `idles from ${idle}`)
    assert.ok(await page.getByRole('radio', { name: 'Also to the past' }).isChecked(), 'the first rules leave the past as it is')

    await page.getByRole('button', { name: 'Add a status', exact: true }).click()
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await until(page, `document.activeElement?.getAttribute('name')?.endsWith('.name')`)
    const [field, bar, preview] = [
      await name.boundingBox(),
      await page.getByRole('button', { name: 'Save', exact: true }).boundingBox(),
      await page.getByRole('region', { name: 'Live preview' }).boundingBox(),
    ]
    assert.ok(field && bar && preview)
    assert.ok(field.y > 56 && field.y + field.height < bar.y, `the name stands at ${field.y}, the bar at ${bar.y}`)
    assert.ok(preview.x > field.x + field.width && preview.y < 200, 'the preview is not in sight beside the rules')
    assert.notEqual((await page.locator('input[name$=".color"]').inputValue()).toUpperCase(), '#D73226', 'a new status looks like a stop')
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The recalculated minutes match the preview.').waitFor()
    await page.close()
  })

  test('the second of two people sees what the first one saved of a rule, and keeps what was typed', async () => {
    const { machine, page } = await openStatuses(world())
    await page.getByRole('button', { name: 'Edit: Idle' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Waiting')
    const { statusRules } = await world().api<{ statusRules: { id: number; name: string }[] }>(
      'query ($id: Int!) { statusRules(workCenterId: $id) { id name } }',
      { id: machine.workCenterId },
    )
    const idle = statusRules.find(({ name }) => name === 'Idle')
    await world().api('mutation ($input: StatusRuleInput!) { createOrUpdateState(input: $input) { id } }', {
      input: {
        id: idle?.id,
        workCenterId: machine.workCenterId,
        name: 'Idle',
        color: '#C28500',
        isEffective: false,
        rangeType: 'POWER',
        byPower: { minPower: 1.5, maxPower: 5 },
      },
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/changed Idle/).waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Waiting')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    assert.equal(await page.getByLabel('Waiting from, kW').inputValue(), '1.5')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The rules apply from now on', { exact: false }).waitFor()

    await page.getByRole('button', { name: 'Archive: Waiting' }).click()
    await page.getByText('Waiting is archived').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Archive: Waiting' }).waitFor()

    await page.getByRole('button', { name: 'Change the source…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Load' }).check()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByText('cannot be converted without this constant: nominal power', { exact: false }).waitFor()
    await dialog.getByRole('link', { name: 'Enter it under Specification' }).waitFor()
    await world().api('mutation ($input: EditBoxInput!) { editBox(input: $input) { id } }', {
      input: { id: machine.workCenterId, nominalPower: 10 },
    })
    await page.reload()
    await page.getByRole('button', { name: 'Change the source…' }).click()
    await dialog.getByRole('radio', { name: 'Load' }).check()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('table').waitFor()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('radio', { name: 'Also to the past' }).check()
    await dialog.getByRole('button', { name: 'Change to Load' }).click()
    await page.getByText('Statuses come from the signal: Load, %').waitFor()
    const result = page.getByRole('region', { name: 'Source changed' })
    await result.getByRole('row', { name: /^Running.*no change$/ }).waitFor()
    assert.equal(await page.getByLabel('Running from, %').inputValue(), '50')
    await page.close()
  })

  test('a loss tracking rule gives stops their reason by how long they last', async () => {
    const { page } = await openStatuses(world(), 'loss-tracking')
    const idle = page.getByRole('region', { name: 'Idle' })
    await idle.getByText('A stop of 12 min stays without a reason').waitFor()
    await idle.getByRole('button', { name: 'Add a row' }).press('Enter')
    await idle.getByLabel('Row 2: reason').selectOption({ index: 1 })
    await idle.getByLabel('Row 2: from', { exact: true }).fill('3')
    await idle.getByText('overlap', { exact: false }).waitFor()
    await idle.getByLabel('Row 2: from', { exact: true }).fill('5')
    await idle.getByText('A stop of 12 min becomes: ', { exact: false }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await idle.getByText('1 earlier version').waitFor()
    assert.equal(await idle.getByLabel('Row 2: from', { exact: true }).inputValue(), '5')

    const off = page.getByRole('region', { name: 'Stops without a status' })
    await off.getByRole('button', { name: 'Add a row' }).click()
    await off.getByLabel('Row 1: reason').selectOption({ index: 1 })
    await idle.getByLabel('Row 2: from', { exact: true }).fill('6')
    await page.route('**/api/graphql', (route) =>
      route.request().postData()?.includes('mutation UpdateLossTracking') === true ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await page.getByText('Not saved: Idle. Already saved: Stops without a status', { exact: false }).waitFor()
    assert.equal(await idle.getByLabel('Row 2: from', { exact: true }).inputValue(), '6')
    await page.close()
  })
}

let machines = 0

/** Opens the settings of a machine of its own, which has run, idled and stood for some hours. */
async function openStatuses({ product, api, openPage }: World, tab = 'statuses'): Promise<{ machine: Machine; page: Page }> {
  machines += 1
  const machine = await addMachine(product, api, `Lathe ${machines}`)
  const device = await connectDevice(product, machine)
  const from = Date.now() - HOURS * 60 * MINUTE_MS
  const samples = Array.from({ length: HOURS * 60 }, (_, minute) => {
    const part = minute % 50
    return { at: from + minute * MINUTE_MS, values: { POWER: part < 30 ? 5.2 + (part % 5) * 0.7 : part < 42 ? 2.5 : 0.2 } }
  })
  await device.publish(...samples)
  await device.end()
  const page = await openPage(`/boxes/${machine.deviceId}/settings?tab=${tab}`)
  if (tab === 'statuses') await page.getByRole('row', { name: /^Running/ }).waitFor()
  return { machine, page }
}

/** Returns the wall time that the field of the page allows at most, two days before. */
async function twoDaysAgo(page: Page): Promise<string> {
  // A day ago stands there at first.
  const shown = await page.locator('input[name="validFrom"]').inputValue()
  const [year, month, day, ...time] = new Date(Date.parse(`${shown}Z`) - 86_400_000).toISOString().match(/\d+/g) ?? []
  return [day, month, year, ...time.slice(0, 2)].join('')
}
