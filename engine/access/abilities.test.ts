import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ABILITY_ACTIONS, ABILITY_SUBJECTS, abilitiesOf, DEMO_COMPANY_ID, hasAbility, ROLES } from './abilities.ts'
import type { AbilityAction, AbilitySubject, Role } from './abilities.ts'

const ACME = 'ACME1'

/** Cells of the ability table (G-23) where a mistake would cost most: the highest action of each role. */
const HIGHEST: readonly (readonly [Role, AbilitySubject, AbilityAction | null])[] = [
  ['ADMIN', 'API_KEY', 'MODIFY'],
  ['ADMIN', 'COMPANY_USERS', 'MODIFY'],
  ['USER', 'LOSSES', 'UPDATE'],
  ['USER', 'ANALYTICS', 'READ'],
  ['USER', 'WORK_CENTER_SETTINGS', null],
  ['USER', 'NEW_WORK_CENTER', null],
  ['OPERATOR', 'LOSSES', 'UPDATE'],
  ['OPERATOR', 'SHIFTS', 'READ'],
  ['OPERATOR', 'ANALYTICS', null],
  ['OPERATOR', 'COMPANY_USERS', null],
  ['GUEST', 'LOSSES', 'READ'],
  ['GUEST', 'CHECKLISTS', null],
  ['PROVIDER_ADMIN', 'API_KEY', null],
  ['PROVIDER_ADMIN', 'COMPANY_SETTINGS', 'MODIFY'],
  ['PROVIDER_SUPPORT', 'WORK_CENTER_SETTINGS', 'UPDATE'],
  ['PROVIDER_SUPPORT', 'COMPANY_USERS', 'READ'],
  ['PROVIDER_USER', 'SHIFTS', 'READ'],
  ['PROVIDER_USER', 'INTEGRATIONS', null],
]

describe('abilities', () => {
  for (const [role, subject, highest] of HIGHEST) {
    it(`${role} has ${highest ?? 'nothing'} on ${subject}`, () => {
      const reach = highest === null ? -1 : ABILITY_ACTIONS.indexOf(highest)
      ABILITY_ACTIONS.forEach((action, at) => assert.equal(hasAbility(role, ACME, action, subject), at <= reach, action))
    })
  }

  it('gives each level the ones below it, each pair once', () => {
    for (const role of ROLES) {
      const abilities = abilitiesOf(role, ACME)
      assert.equal(new Set(abilities.map(({ action, subject }) => `${action} ${subject}`)).size, abilities.length)
      for (const { action, subject } of abilities) {
        for (const lower of ABILITY_ACTIONS.slice(0, ABILITY_ACTIONS.indexOf(action))) assert.ok(hasAbility(role, ACME, lower, subject))
      }
    }
  })

  it('lets nobody change more than a user in the demo company; guests and operators have there what they have elsewhere', () => {
    for (const role of ROLES) {
      for (const { action, subject } of abilitiesOf(role, DEMO_COMPANY_ID)) {
        assert.ok(hasAbility('USER', ACME, action, subject) || hasAbility(role, ACME, action, subject), `${role} ${action} ${subject}`)
        // The other side of the demo's integration is the product's own.
        assert.ok(action !== 'MODIFY' || subject === 'INTEGRATIONS')
      }
    }
    for (const role of ['ADMIN', 'PROVIDER_ADMIN', 'PROVIDER_SUPPORT', 'PROVIDER_USER'] as const) {
      const changes = (companyId: string, who: Role) =>
        abilitiesOf(who, companyId).filter(({ action, subject }) => action !== 'READ' && subject !== 'INTEGRATIONS')
      assert.deepEqual(changes(DEMO_COMPANY_ID, role), changes(ACME, 'USER'))
    }
    assert.deepEqual(abilitiesOf('USER', DEMO_COMPANY_ID), abilitiesOf('USER', ACME))
    assert.deepEqual(abilitiesOf('GUEST', DEMO_COMPANY_ID), abilitiesOf('GUEST', ACME))
    assert.deepEqual(abilitiesOf('OPERATOR', DEMO_COMPANY_ID), abilitiesOf('OPERATOR', ACME))
  })

  it('lets an administrator of the demo company read everything', () => {
    for (const subject of ABILITY_SUBJECTS) assert.ok(hasAbility('ADMIN', DEMO_COMPANY_ID, 'READ', subject), subject)
  })

  it('lets only administrators have everything', () => {
    const complete = ROLES.filter((role) => ABILITY_SUBJECTS.every((subject) => hasAbility(role, ACME, 'MODIFY', subject)))
    assert.deepEqual(complete, ['ADMIN'])
  })
})
