import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { START, withIngestSite } from '#server/testing/ingestSite.ts'
import type { IngestSite } from '#server/testing/ingestSite.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

/** Returns the kWh that are kept of each status, and up to where hours and their shares are kept. */
async function kept({ given }: IngestSite, { workCenterId }: TestMachine): Promise<Readonly<Record<string, number>>> {
  const { rows } = await given.database.pool.query<{ name: string; kwh: number }>(
    `select coalesce(r.name, e.status_kind) as name, round(sum(e.kwh)::numeric, 3)::float8 as kwh
     from energy_share e join energy_progress p using (company_id, work_center_id)
     left join status_rule r on r.company_id = e.company_id and r.id = e.status_rule_id
     where e.work_center_id = $1 and e.hour_at < p.shared_until and p.shared_until = p.derived_until
     group by 1 having sum(e.kwh) > 0 order by 1`,
    [workCenterId],
  )
  return Object.fromEntries(rows.map(({ name, kwh }) => [name, kwh]))
}

test('energy is kept by status, and again when late samples and changed rules give time another status', async () => {
  await withIngestSite(async (site) => {
    const { given, ingest, restart, send, untilKnown } = site
    const machine = await addMachine(given.database, await addCompany(given.database, 'SHARE'))
    // The deriver looks by itself: what it keeps is awaited.
    const untilKept = (expected: Readonly<Record<string, number>>) =>
      eventually(async () => (JSON.stringify(await kept(site, machine)) === JSON.stringify(expected) ? true : undefined)).catch(async () =>
        assert.deepEqual(await kept(site, machine), expected),
      )
    await send(machine, 0, 60, 12)
    await send(machine, 60, 120, 3)
    await send(machine, 180, 300, 12)
    await untilKnown(machine, 290)
    // Samples are stored before ingest ends.
    await restart()
    // What a machine that falls silent drew holds two minutes longer than its last sample says.
    await untilKept({ Idle: 3.1, Running: 36.4 })
    await send(machine, 120, 180, 3)
    await untilKnown(machine, 290)
    await restart()
    await untilKept({ Idle: 6, Running: 36.4 })
    // From now on three kW are work, also in the time that is over.
    await given.database.pool.query(
      `update status_rule_version v set min_value = case r.name when 'Running' then 2 else 1 end, max_value = case r.name when 'Running' then null else 2 end
       from status_rule r where r.company_id = v.company_id and r.id = v.status_rule_id and r.work_center_id = $1`,
      [machine.workCenterId],
    )
    await given.database.inTenant(machine.companyId, (tenant) =>
      markForRecalculation(tenant, [{ workCenterId: machine.workCenterId, from: START, to: null, cause: 'TEST' }], null),
    )
    await ingest().reload(machine, { wait: true })
    await untilKept({ Running: 42.4 })
  })
})
