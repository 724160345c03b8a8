import assert from 'node:assert/strict'
import { test } from 'node:test'
import { abilitiesOf, grantsOf, ROLES } from '#engine/access/abilities.ts'
import type { AbilityGrants, Role } from '#engine/access/abilities.ts'
import {
  mayAddWorkCenters,
  mayArchiveWorkCenters,
  mayEditWorkCenters,
  maySeeWorkCenterSettings,
  problemOfSettingsChange,
  problemOfWorkCenterEdit,
} from './mayEditWorkCenter.ts'

const rights: readonly (readonly [string, (grants: AbilityGrants) => boolean, readonly Role[]])[] = [
  ['see settings', maySeeWorkCenterSettings, ['ADMIN', 'PROVIDER_ADMIN', 'PROVIDER_SUPPORT']],
  ['edit settings', mayEditWorkCenters, ['ADMIN', 'PROVIDER_ADMIN', 'PROVIDER_SUPPORT']],
  ['archive', mayArchiveWorkCenters, ['ADMIN', 'PROVIDER_ADMIN']],
  ['add', mayAddWorkCenters, ['ADMIN', 'PROVIDER_ADMIN', 'PROVIDER_SUPPORT']],
]
for (const [name, may, roles] of rights) {
  const isLookedAt = may === maySeeWorkCenterSettings
  test(`who may ${name}; ${isLookedAt ? 'the same people' : 'nobody'} in the demo`, () => {
    assert.deepEqual(
      ROLES.filter((role) => may(grantsOf(abilitiesOf(role, 'ACME1')))),
      roles,
    )
    assert.deepEqual(
      ROLES.filter((role) => may(grantsOf(abilitiesOf(role, 'DEFLT')))),
      isLookedAt ? roles : [],
    )
  })
}

test('an archived work center stays as it is, one that is switched off for a time does not (G-25)', () => {
  assert.deepEqual(problemOfWorkCenterEdit({ deviceStatus: 'ARCHIVE' }), { code: 'WORK_CENTER_ARCHIVED' })
  assert.equal(problemOfWorkCenterEdit({ deviceStatus: 'TEMPORARY_SHUTDOWN' }), null)
  assert.equal(problemOfWorkCenterEdit({ deviceStatus: 'ACTIVE' }), null)
})

const changes: readonly (readonly [string, Role | null, Parameters<typeof problemOfSettingsChange>[1], string | null])[] = [
  ['nothing', null, {}, null],
  ['a status', 'ADMIN', { deviceStatus: 'TEMPORARY_SHUTDOWN' }, null],
  ['archiving is an act of its own', 'PROVIDER_ADMIN', { deviceStatus: 'ARCHIVE' }, 'INVALID_FORMAT'],
  ['the prepaid date by an administrator', 'ADMIN', { prepaidUntil: null }, 'FORBIDDEN'],
  ['the prepaid date by a program', null, { prepaidUntil: 1 }, 'FORBIDDEN'],
  ['the prepaid date by the provider', 'PROVIDER_SUPPORT', { prepaidUntil: 1 }, null],
]
for (const [name, role, change, code] of changes) {
  test(`a change of settings: ${name}`, () => assert.equal(problemOfSettingsChange(role, change)?.code ?? null, code))
}
