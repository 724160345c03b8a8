import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { START, withIngestSite } from '#server/testing/ingestSite.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

/** In so many messages, so that memory does not reach back to the first. */
const MESSAGES = [90, 150, 210, 270] as const
/** Longer than a work center is left alone after PostgreSQL refused a statement of it. */
const PARKED_MS = 70_000

/** Sends all minutes of five and a half hours but those from 30 to 90. */
async function sendWithGap(send: (machine: TestMachine, from: number, to: number) => Promise<void>, machine: TestMachine): Promise<void> {
  await send(machine, 0, 30)
  for (const from of MESSAGES) await send(machine, from, from + 60)
}

test('late samples that are stored for another process before their recalculation begins are in the figures', async () => {
  await withIngestSite(async ({ given, ingest, send, untilKnown, minutesRun }) => {
    const machine = await addMachine(given.database, await addCompany(given.database, 'LATE1'))
    const other = await addMachine(given.database, await addCompany(given.database, 'OTHER'))
    await sendWithGap(send, machine)
    await send(other, 0, 10)
    for (const one of [machine, other]) await untilKnown(one, 480)
    const before = await minutesRun(machine)
    // A row that somebody else holds keeps the connection of ingest waiting, and with it what is asked for next.
    const holder = new pg.Client({ connectionString: given.url })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from shift where work_center_id = $1 for update', [other.workCenterId])
    await send(other, 10, 20, 2)
    await eventually(async () => {
      const { rows } = await holder.query<{ waits: boolean }>(
        `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`,
      )
      return rows[0]?.waits === true ? true : undefined
    })
    // About time for which the rows hold already, so that only the chunks are written.
    const asked = ingest().settleFor(machine.companyId, [machine.workCenterId], START + 60_000)
    await send(machine, 30, 90)
    await sleep(200)
    await holder.query('rollback')
    await holder.end()
    await asked
    assert.equal(await eventually(async () => ((await minutesRun(machine)) > before ? minutesRun(machine) : undefined)), 300)
  })
})

test('late samples of a recalculation that PostgreSQL refused are in the figures when it is done again', async () => {
  await withIngestSite(async ({ given, ingest, send, untilKnown, minutesRun, asOwner }) => {
    const machine = await addMachine(given.database, await addCompany(given.database, 'LATE1'))
    await sendWithGap(send, machine)
    await untilKnown(machine, 480)
    const before = await minutesRun(machine)
    await asOwner('revoke select on engine_checkpoint from trueline_system')
    await send(machine, 30, 90)
    await eventually(async () => (ingest().state().status === 'degraded' ? true : undefined))
    await asOwner('grant select on engine_checkpoint to trueline_system')
    assert.equal(await minutesRun(machine), before)
    const now = performance.now.bind(performance)
    mock.method(performance, 'now', () => now() + PARKED_MS)
    await eventually(async () => (ingest().state().status === 'ready' ? true : undefined))
    assert.equal(await eventually(async () => ((await minutesRun(machine)) > before ? minutesRun(machine) : undefined)), 300)
  })
})
