import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { crewChecklists } from './crewChecklists.ts'

test('whenever a visitor comes, checklists of the demo are due now, done and missed', async () => {
  const start = DAY_START + 3 * HOUR_MS
  let now = start
  const api = await startTestApi({ now: () => now })
  try {
    for (const name of ['Press 1', 'Press 2', 'Press 3', 'Press 4']) await addPress(api, name)
    await api.database.pool.query(
      `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end) values
       ($1, 0, 'Europe/Kyiv', 1, 'D', 'Day', '06:00', '18:00'), ($1, 0, 'Europe/Kyiv', 2, 'N', 'Night', '18:00', '06:00')`,
      [ACME],
    )
    const member = (role: Role, userId: string) => ({
      companyId: asId<CompanyId>(ACME),
      companyName: '',
      companyPhotoUrl: null,
      userId: asId<UserId>(userId),
      role,
      isStation: false,
      sort: 0,
      expiresOn: null,
    })
    const deps = { database: api.database, now: () => now }
    for (const minutes of [0, 30, 59, 60, 95]) {
      now = start + minutes * MINUTE_MS
      await crewChecklists(deps, asId<CompanyId>(ACME), member('ADMIN', api.users.ADMIN), member('USER', api.users.USER))
      const { rows } = await api.database.pool.query<{ state: string }>(
        'select distinct state from checklist_occurrence where company_id = $1 order by state',
        [ACME],
      )
      const states = rows.map(({ state }) => state)
      for (const state of ['DONE', 'MISSED', 'PENDING'])
        assert.ok(states.includes(state), `${state} after ${minutes} minutes: ${states.join()}`)
    }
  } finally {
    await api.close()
  }
})
