import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import type { Machine } from '../device.ts'
import type { PageOptions, World } from '../world.ts'
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
export const NOTED = 'A fault with a note'
/** More than a busy machine takes to fold in what was published. */
const FOLDED_MS = 60_000
export const TABLET = { width: 1280, height: 800, hasTouch: true } as const

/** Counts what a person does: taps, or keys. */
type Hand = { readonly count: number; do(what: Promise<void>): Promise<void> }

export function hand(): Hand {
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

/** What the stories of operator mode play on: machines with the same stops, each made when a story first asks for it. */
export type OperatorStage = {
  machineOf(name: string): Promise<Machine>
  /** Opens operator mode of the machine, which asks about its last stops. */
  open(name: string, options?: PageOptions): Promise<Page>
  /** Makes sure that there is the reason that needs a note, and returns its id. */
  noted(): Promise<number>
}

/** Returns the stage of the world. */
export function operatorStage(world: () => World): OperatorStage {
  const machines = new Map<string, Promise<Machine>>()
  let reason: Promise<number> | null = null
  const machineOf = (name: string) => {
    const added = machines.get(name) ?? addStoppedMachine(world(), name, STOPS)
    machines.set(name, added)
    return added
  }
  const addReason = async () => {
    const { createLossReason } = await world().api<{ createLossReason: { id: number } }>(
      'mutation ($input: CreateLossReasonInput!) { createLossReason(input: $input) { id } }',
      { input: { name: NOTED, type: 'UNPLANNED', activityTypes: ['BREAKDOWN_TIME'], requireExtraNotes: true } },
    )
    return createLossReason.id
  }
  return {
    machineOf,
    noted: () => (reason ??= addReason()),
    open: async (name, options = TABLET) => {
      const { deviceId } = await machineOf(name)
      const page = await world().openPage(`/boxes/${deviceId}?mode=op`, options)
      await ask(page).getByRole('button', { name: NOTED }).waitFor()
      return page
    },
  }
}

export const ask = (page: Page): Locator => page.getByRole('region', { name: /Question about a stop$/ })
export const queue = (page: Page): Locator => page.getByRole('region', { name: 'To explain' })
/** The closed row of the queue with this length. */
export const waiting = (page: Page, length: string): Locator => queue(page).locator('button[data-row]').filter({ hasText: length }).first()
export const said = (page: Page, reason: string): Locator => queue(page).locator('button[data-row]').filter({ hasText: reason }).first()

type Waiting = { readonly lossesPages: { readonly items: readonly { readonly id: number }[] } }

/** Somebody gives the oldest stop without a reason one with a note. */
export async function sayNote({ api }: World, workCenterId: number, reasonId: number, comment: string): Promise<void> {
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
