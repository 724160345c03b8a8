import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { addPerson, openAs } from './otherPeople.ts'

const TASKS = `[{ id: "guard", description: "Guard closed", type: YES_NO, expectedAnswer: true },
  { id: "lamp", description: "Lamp lit", type: YES_NO, expectedAnswer: true },
  { id: "oil", description: "Oil above the mark", type: YES_NO, expectedAnswer: true }]`

/** A story about two people who answer the same checklist. */
export function checklistPairStories(world: () => World): void {
  test('who comes second sees who answers and how far, takes over after asking, and both are told what became of their answers', async () => {
    const { api, press } = world()
    const adam = await addPerson(world(), { firstName: 'Adam', role: 'USER' })
    const frequency = '{ source: DAILY_SCHEDULE, showAt: ["03:35"], allowManualActivation: true }'
    const input = `{ name: "Shared round", active: true, workCenterIds: [${press.workCenterId}], tasks: ${TASKS}, frequency: ${frequency} }`
    const made = await api<{ createOrUpdateChecklist: { id: number } }>(`mutation { createOrUpdateChecklist(input: ${input}) { id } }`)
    const started = await api<{ startChecklist: { id: number } }>(
      `mutation { startChecklist(checklistId: ${made.createOrUpdateChecklist.id}, workCenterId: ${press.workCenterId}) { id } }`,
    )
    const { id } = started.startChecklist
    const olena = await world().openPage(`/checklists?run=${id}`)
    await answer(olena, 'Guard closed', 'No')
    await olena.getByLabel('Comment').fill('Hinge is bent')
    await olena.getByRole('button', { name: 'Next' }).click()
    await answer(olena, 'Lamp lit', 'Yes')
    await olena.getByRole('button', { name: 'Next' }).click()

    const phone = await openAs(world(), adam, `/checklists?run=${id}`, { width: 390, height: 844, hasTouch: true })
    // Nothing of it is lost by looking: it is said before the first tap who answers.
    await phone.getByText('Olena Kovalenko is answering this checklist: 2 of 3').waitFor()
    await assertAccessible(phone)
    await answer(phone, 'Oil above the mark', 'Yes')
    await phone.getByText('Olena Kovalenko is answering this checklist: 2 of 3').waitFor()
    const aimedAt = olena.getByRole('button', { name: 'Yes', exact: true })
    const before = await aimedAt.boundingBox()
    await phone.getByRole('button', { name: 'Take over' }).tap()
    await phone.getByText('is answering this checklist').waitFor({ state: 'detached' })
    // Whoever answered until then hears it at once, on the page that they are on.
    await olena.getByText(/Adam Kowal is answering this checklist/).waitFor()
    // What she is about to tap stays where it was, and the foot under her thumb as well.
    assert.deepEqual(await aimedAt.boundingBox(), before)
    await assertAccessible(olena)
    await phone.getByRole('button', { name: 'Next' }).tap()
    await phone.getByRole('button', { name: 'Hand in' }).tap()
    await phone.getByText(/Handed in/).waitFor()

    await olena.getByText('Adam Kowal has handed it in meanwhile: what you hand in is kept beside it').waitFor()
    await answer(olena, 'Oil above the mark', 'Yes')
    await olena.getByRole('button', { name: 'Next' }).click()
    await olena.getByRole('button', { name: 'Hand in' }).click()
    await olena.getByText('Somebody else handed it in first: your answers are kept as well').waitFor()

    await olena.goto(`/checklists?result=${id}`)
    const result = olena.getByRole('dialog', { name: 'Shared round' })
    await result.getByRole('heading', { name: 'Answers', exact: true }).waitFor()
    const also = result.locator('section').filter({ hasText: 'Also answered' }).last()
    await also.getByText('Hinge is bent').waitFor()
    await also.getByText(/Olena Kovalenko/).waitFor()
    await assertAccessible(olena)
    const { checklistOccurrence } = await api<{ checklistOccurrence: { state: string; submissions: readonly { kind: string }[] } }>(
      `{ checklistOccurrence(id: ${id}) { state submissions { kind } } }`,
    )
    assert.equal(checklistOccurrence.state, 'DONE')
    await olena.close()
    await phone.close()
  })
}

async function answer(page: Page, question: string, say: 'No' | 'Yes'): Promise<void> {
  await page.getByRole('heading', { name: question }).waitFor()
  await page.getByRole('button', { name: say, exact: true }).click()
}
