import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { serverDatabaseUrl } from '../../tools/serverDatabase.ts'
import { PIXEL } from '../pixel.ts'
import type { World } from '../world.ts'
import { cutOff } from './cutOff.ts'
import { assertAccessible } from './accessibility.ts'

const TASKS = `[{ id: "guard", description: "Guard closed", type: YES_NO, expectedAnswer: true },
  { id: "pressure", description: "Pressure", type: MEASUREMENT, min: 4, max: 6, unit: "bar" }]`

/** What is waiting goes after at most half a minute, and a busy machine takes its time. */
const SENT_MS = 60_000

type Made = { readonly createOrUpdateChecklist: { readonly id: number } }

/** Stories about what people are asked to do, and checklists. */
export function checklistStories(world: () => World): void {
  test('what is due appears under “To do”, is answered on a phone, and its measurement becomes a trend', async () => {
    const { api, press } = world()
    const frequency = '{ source: DAILY_SCHEDULE, showAt: ["03:30"], allowManualActivation: true }'
    const input = `{ name: "Oil round", active: true, workCenterIds: [${press.workCenterId}], tasks: ${TASKS}, frequency: ${frequency} }`
    const made = (await api(`mutation { createOrUpdateChecklist(input: ${input}) { id } }`)) as Made
    const { id } = made.createOrUpdateChecklist
    await api(`mutation { startChecklist(checklistId: ${id}, workCenterId: ${press.workCenterId}) { id } }`)

    const page = await world().openPage('/notifications?tab=todo', { width: 390 })
    const todo = page.getByRole('listitem').filter({ hasText: 'Oil round' })
    await todo.getByText('yours', { exact: false }).waitFor()
    await assertAccessible(page)
    await todo.getByRole('link', { name: 'Continue' }).click()

    await page.getByRole('heading', { name: 'Guard closed' }).waitFor()
    await page.getByRole('button', { name: 'Yes', exact: true }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('heading', { name: 'Pressure' }).waitFor()
    await page.getByRole('group', { name: 'Number' }).getByRole('button', { name: '7', exact: true }).click()
    await page.getByText('Not as expected').waitFor()
    await page.getByLabel('Comment').fill('Valve turned back')
    const kept = page.waitForResponse((response) => response.request().postData()?.includes('Valve turned back') === true)
    await page.getByRole('button', { name: 'Next' }).click()
    // Handed in without a connection, it waits on the phone and is sent by itself.
    await kept
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Hand in' }).click()
    await page.getByRole('button', { name: '1 not sent' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: '1 not sent' }).waitFor({ state: 'hidden', timeout: SENT_MS })

    await page.goto(`/checklists?tab=figures&of=${id}`)
    const trend = page.getByRole('figure', { name: 'Pressure, bar' })
    await trend.getByText('1 outside the limits').waitFor()
    await trend.getByText('As a table').click()
    await trend.getByRole('cell', { name: /7 bar/ }).waitFor()
    await assertAccessible(page)

    // What was handed in stays; a correction is handed in beside it, with its reason.
    await trend.getByRole('cell').getByRole('button').first().click()
    const drawer = page.getByRole('dialog', { name: 'Oil round' })
    await drawer.getByRole('button', { name: 'Correct the answers' }).click()
    await page.getByRole('button', { name: 'Hand in' }).click()
    await page.getByText('This is a required field').waitFor()
    await page.getByLabel('Why it is corrected').fill('Read from the wrong gauge')
    await page.getByRole('button', { name: 'Later' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Hand in' }).click()
    await page.getByText('Corrected: both answers are kept').waitFor()
    await page.close()
  })

  test('what was missed is answered late from its drawer, kept beside it, and stays missed', async () => {
    const { api, press, product } = world()
    const frequency = '{ source: DAILY_SCHEDULE, showAt: ["03:40"], allowManualActivation: true }'
    const input = `{ name: "Late round", active: true, workCenterIds: [${press.workCenterId}], tasks: ${TASKS}, frequency: ${frequency} }`
    const made = (await api(`mutation { createOrUpdateChecklist(input: ${input}) { id } }`)) as Made
    const started = (await api(
      `mutation { startChecklist(checklistId: ${made.createOrUpdateChecklist.id}, workCenterId: ${press.workCenterId}) { id } }`,
    )) as { readonly startChecklist: { readonly id: number } }
    const { id } = started.startChecklist
    // Its window closes in the past, which nobody waits for here.
    const database = new pg.Client({
      connectionString: await serverDatabaseUrl({ databaseUrl: null, dataDir: product.settings['DATA_DIR'] ?? '' }),
    })
    await database.connect()
    await database.query(
      `update checklist_occurrence set state = 'MISSED', due_at = due_at - 7200000, closes_at = due_at - 3600000 where company_id = 'ACME1' and id = $1`,
      [id],
    )
    await database.end()

    const page = await world().openPage(`/checklists?result=${id}`)
    const drawer = page.getByRole('dialog', { name: 'Late round' })
    await drawer.getByRole('button', { name: 'Answer now' }).waitFor()
    await assertAccessible(page)
    await drawer.getByRole('button', { name: 'Answer now' }).click()
    await page.getByText('Its time is over').waitFor()
    await page.getByRole('button', { name: 'Yes', exact: true }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('group', { name: 'Number' }).getByRole('button', { name: '5', exact: true }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Hand in' }).click()
    await page.getByText('Handed in too late').waitFor()
    const { checklistOccurrence } = (await api(`{ checklistOccurrence(id: ${id}) { state submissions { kind result } } }`)) as {
      readonly checklistOccurrence: unknown
    }
    assert.deepEqual(checklistOccurrence, { state: 'MISSED', submissions: [{ kind: 'EXTRA', result: 'OK' }] })
    await page.goto(`/checklists?result=${id}`)
    await drawer.getByText('5 bar').waitFor()
    assert.equal(await drawer.getByRole('button', { name: 'Answer now' }).count(), 0)
    await page.close()
  })

  test('answers and a photo of a checklist outlive a reload without being sent, and go in their order once that works', async () => {
    const { api, press } = world()
    const tasks = `[{ id: "belt", description: "Belt whole", type: YES_NO, expectedAnswer: true, photoProofRequired: true }]`
    const frequency = '{ source: DAILY_SCHEDULE, showAt: ["03:40"], allowManualActivation: true }'
    const input = `{ name: "Belt round", active: true, workCenterIds: [${press.workCenterId}], tasks: ${tasks}, frequency: ${frequency} }`
    const made = (await api(`mutation { createOrUpdateChecklist(input: ${input}) { id } }`)) as Made
    const started = (await api(
      `mutation { startChecklist(checklistId: ${made.createOrUpdateChecklist.id}, workCenterId: ${press.workCenterId}) { id } }`,
    )) as { readonly startChecklist: { readonly id: number } }
    const page = await world().openPage(`/checklists?run=${started.startChecklist.id}`, { width: 390 })
    await page.getByRole('heading', { name: 'Belt whole' }).waitFor()
    let isAway = true
    await page.route('**/api/graphql', (route) =>
      isAway && /SaveChecklistAnswers|SubmitChecklist/.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
    )
    await page.route('**/api/checklist-files/**', (route) =>
      isAway && route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Yes', exact: true }).click()
    const photo = page.getByLabel('Take a photo')
    await photo.setInputFiles({ name: 'belt.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7 not a picture') })
    await page.getByText('belt.jpg: ', { exact: false }).waitFor()
    await photo.setInputFiles({ name: 'belt.png', mimeType: 'image/png', buffer: PIXEL })
    await page.getByText('On this device, not sent yet').waitFor()
    await page.reload()
    await page
      .getByRole('heading', { name: '1 answer is missing' })
      .or(page.getByRole('heading', { name: 'Everything is answered' }))
      .waitFor()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByText('On this device, not sent yet').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Yes', exact: true }).getAttribute('aria-pressed'), 'true')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Hand in' }).click()
    await page.getByRole('button', { name: '2 not sent' }).waitFor()
    isAway = false
    await page.getByRole('button', { name: '2 not sent' }).waitFor({ state: 'hidden', timeout: SENT_MS })
    await page.getByRole('button', { name: '1 not sent' }).waitFor({ state: 'hidden', timeout: SENT_MS })
    const done = (await api(`{ checklistOccurrence(id: ${started.startChecklist.id}) { state files { name } } }`)) as {
      readonly checklistOccurrence: unknown
    }
    assert.deepEqual(done.checklistOccurrence, { state: 'DONE', files: [{ name: 'belt.jpg' }] })
    await page.close()
  })

  test('a checklist begins without a connection, is gone on with after a reload, and becomes one of the server’s once it is sent', async () => {
    const { api, press } = world()
    const tasks = `[{ id: "belt", description: "Belt dry", type: YES_NO, expectedAnswer: true }]`
    const frequency = '{ source: DAILY_SCHEDULE, showAt: ["03:55"], allowManualActivation: true }'
    const input = `{ name: "Dry round", active: true, workCenterIds: [${press.workCenterId}], tasks: ${tasks}, frequency: ${frequency} }`
    const made = (await api(`mutation { createOrUpdateChecklist(input: ${input}) { id } }`)) as Made
    const { id } = made.createOrUpdateChecklist
    const page = await world().openPage(`/checklists?wc=${press.workCenterId}`, { width: 390, hasTouch: true })
    const which = page.getByLabel('Checklist and work center')
    await which.selectOption({ label: `Dry round · ${press.name}` })

    const back = await cutOff(page)
    await page.getByRole('button', { name: 'Start now' }).tap()
    await page.getByRole('heading', { name: 'Belt dry' }).waitFor({ timeout: SENT_MS })
    await page.getByRole('button', { name: 'Yes', exact: true }).tap()
    await page.reload()
    // What was answered stands there, and what is left is handing in.
    await page.getByRole('heading', { name: 'Everything is answered' }).waitFor({ timeout: SENT_MS })
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Later' }).tap()
    const begun = page.getByRole('region', { name: 'Begun on this device' }).getByRole('listitem').filter({ hasText: 'Dry round' })
    await begun.getByRole('button', { name: 'Discard' }).tap()
    await begun.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).tap()
    await assertAccessible(page)
    await begun.getByRole('button', { name: 'Continue' }).tap()
    await page.getByRole('button', { name: 'Hand in' }).tap()
    await page.getByRole('button', { name: '1 not sent' }).waitFor()
    assert.equal(await page.getByRole('region', { name: 'Begun on this device' }).count(), 0)
    await back()
    await page.getByRole('button', { name: '1 not sent' }).waitFor({ state: 'hidden', timeout: SENT_MS })
    const { checklistOccurrences } = (await api(
      `{ checklistOccurrences(filter: { checklistIds: [${id}] }) { items { state source submissions { kind answers { yes } } } } }`,
    )) as { readonly checklistOccurrences: unknown }
    assert.deepEqual(checklistOccurrences, {
      items: [{ state: 'DONE', source: null, submissions: [{ kind: 'FIRST', answers: [{ yes: true }] }] }],
    })
    await page.close()
  })

  test('a checklist is answered by keys alone, what is not as expected is told, and the lists find it, file it and switch it off', async () => {
    const { api, press } = world()
    const tasks = `[{ id: "g", description: "Guard closed", type: YES_NO, expectedAnswer: true, onDeviation: NOTIFY },
      { id: "p", description: "Pressure", type: MEASUREMENT, min: 4, max: 6, unit: "bar" }]`
    const frequency = '{ source: DAILY_SCHEDULE, showAt: ["03:50"], allowManualActivation: true }'
    const input = `{ name: "Key round", active: true, workCenterIds: [${press.workCenterId}], tasks: ${tasks}, frequency: ${frequency} }`
    const made = (await api(`mutation { createOrUpdateChecklist(input: ${input}) { id } }`)) as Made
    const started = (await api(
      `mutation { startChecklist(checklistId: ${made.createOrUpdateChecklist.id}, workCenterId: ${press.workCenterId}) { id } }`,
    )) as { readonly startChecklist: { readonly id: number } }
    const page = await world().openPage(`/checklists?run=${started.startChecklist.id}`)
    await page.getByRole('heading', { name: 'Guard closed' }).waitFor()
    await page.keyboard.press('n')
    await page.getByText('Not as expected').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Pressure' }).waitFor()
    await page.keyboard.press('5')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Everything is answered' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Handed in, with deviations').waitFor()

    await page.goto('/notifications')
    const told = page.getByRole('listitem').filter({ hasText: 'Checklist “Key round”: 1 answer is not as expected' })
    await told.getByRole('link', { name: 'Open the answers' }).click()
    await page.getByRole('dialog', { name: 'Key round' }).getByText('Guard closed').waitFor()

    await page.goto('/checklists?tab=results&show=DEVIATION')
    await page.getByRole('button', { name: 'Key round' }).waitFor()
    await assertAccessible(page)
    await page.goto('/checklists?tab=lists&q=Key')
    const isAsked = page.getByRole('checkbox', { name: /^On\b/ })
    await isAsked.click()
    await page.getByText('Key round is off').waitFor()
    await page.getByRole('checkbox', { name: /^Off\b/ }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await isAsked.waitFor()
    await assertAccessible(page)
    await page.close()
  })
}
