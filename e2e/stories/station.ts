import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../browser.ts'
import { COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'
import { ask, TABLET, type OperatorStage } from './operatorStage.ts'

export const PASSWORD = 'Trueline-2'
const PIN = '4071'

export function stationStories(world: () => World, stage: OperatorStage): void {
  test('at a station that asks for PINs a person proves who works, and what is said there is theirs', async () => {
    await stage.noted()
    const { workCenterId, deviceId } = await stage.machineOf('Shared press')
    const [person, station] = [await addOperator(world(), 'iryna', workCenterId), await addOperator(world(), 'tablet', workCenterId)]
    await world().api('mutation ($id: Guid!) { updateEmployee(userId: $id, isStation: true) { id } }', { id: station.id })
    await world().api('mutation ($id: String!) { updateCompany(id: $id, stationPins: true) { id } }', { id: COMPANY })

    const own = await world().newPage({ companyId: COMPANY })
    await signIn(own, '/profile', person.login, PASSWORD)
    const pin = own.getByLabel('New PIN')
    await pin.fill('1234')
    await own.getByRole('button', { name: 'Save PIN' }).click()
    await own.getByText('Too easy to guess').waitFor()
    await pin.fill(PIN)
    await own.getByRole('button', { name: 'Save PIN' }).click()
    await own.getByText('PIN saved').waitFor()
    await own.getByRole('button', { name: 'Remove PIN' }).waitFor()
    await assertAccessible(own)
    await own.close()

    const page = await world().newPage({ companyId: COMPANY, ...TABLET })
    // People that cannot be read are no empty list.
    await page.route('**/api/graphql', async (route) => {
      if (route.request().postData()?.includes('StationPeople') !== true) return route.fallback()
      await route.fulfill({ json: { errors: [{ message: 'Failed', extensions: { code: 'INTERNAL' } }], data: null } })
    })
    await signIn(page, `/boxes/${deviceId}?mode=op`, station.login, PASSWORD)
    const who = page.getByRole('dialog', { name: 'Who works?' })
    await who.getByText('The list of people cannot be read.').waitFor()
    await page.unroute('**/api/graphql')
    await who.getByRole('button', { name: 'Retry' }).tap()
    await who.getByRole('button', { name: 'iryna Operator' }).tap()
    for (const digit of '9120') await who.getByRole('button', { name: digit, exact: true }).tap()
    await who.getByText('Wrong PIN. Tries left: 4').waitFor()
    await assertAccessible(page)
    // A keyboard beside the screen types it too.
    await page.keyboard.type(PIN)
    await who.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'iryna Operator' }).waitFor()
    await ask(page).getByRole('button', { name: 'Breakdown', exact: true }).tap()
    await page.getByText(/^Saved: Breakdown/).waitFor()
    const { lossesPages } = await world().api<{ lossesPages: { items: readonly { updatedBy: { id: string } | null }[] } }>(
      'query ($id: Int!) { lossesPages(filter: { workCenterIds: [$id], classification: CLASSIFIED, source: STATUS }) { items { updatedBy { id } } } }',
      { id: workCenterId },
    )
    assert.ok(lossesPages.items.length > 0)
    for (const { updatedBy } of lossesPages.items) assert.equal(updatedBy?.id, person.id)
    await page.close()
  })
}

/** Adds an operator of the work center who may sign in at once. */
export async function addOperator(
  { api }: World,
  name: string,
  workCenterId: number,
): Promise<{ readonly id: string; readonly login: string }> {
  const login = `${name}.${crypto.randomUUID().slice(0, 8)}`
  const { createUser } = await api<{ createUser: { id: string } }>(
    `mutation ($email: String!, $name: String!, $login: String!, $password: String!, $ids: [Int!]) {
      createUser(email: $email, firstName: $name, lastName: "Operator", login: $login, password: $password, phone: "+48601234567", role: OPERATOR, workCenterIds: $ids) { id }
    }`,
    { email: `${login}@acme.example`, name, login, password: PASSWORD, ids: [workCenterId] },
  )
  return { id: createUser.id, login }
}
