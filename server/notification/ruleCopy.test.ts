import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress } from '#server/shift/testing.ts'
import { addMachine } from '#server/testing/testMachines.ts'

type Place = { readonly id: number; readonly name: string; readonly statusRules: readonly { readonly id: number; readonly name: string }[] }
type Copied = {
  readonly created: readonly { readonly workCenter: { readonly id: number }; readonly statusRuleId: number; readonly duration: number }[]
  readonly left: readonly { readonly workCenterId: number; readonly errorCode: string; readonly errorParams: string }[]
}

describe('a rule that is copied', () => {
  let api: TestApi
  let places: readonly Place[] = []
  /** Without any status. */
  let bare = 0

  before(async () => {
    api = await startTestApi()
    for (let place = 0; place < 3; place++) await addMachine(api.database, ACME)
    bare = await addPress(api, 'Bare')
    const { data } = await api.ask('{ workCenters { id name statusRules { id name } } }')
    places = (data['workCenters'] as readonly Place[]).filter(({ id }) => id !== bare)
  })
  after(() => api.close())

  const idle = (place: Place | undefined) => place?.statusRules.find(({ name }) => name === 'Idle')?.id
  const copy = async (id: string, workCenterIds: readonly (number | undefined)[], as?: 'USER') => {
    const fields = 'created { workCenter { id } statusRuleId duration } left { workCenterId errorCode errorParams }'
    const text = `mutation { copyNotificationConfig(notificationConfigId: "${id}", workCenterIds: [${workCenterIds.join()}]) { ${fields} } }`
    const { data, errors } = await api.ask(text, as && { as })
    return errors[0]?.extensions.code ?? (data['copyNotificationConfig'] as Copied)
  }

  it('watches the status of the same name at each work center, once, and says where it cannot be', async () => {
    const [first, second, third] = places
    assert.ok(idle(first) !== undefined && idle(second) !== idle(first))
    const said = `statusId: ${idle(first)}, duration: 7, targetAudience: ROLES, identifiers: ["ADMIN"]`
    const input = `workCenterId: ${first?.id}, notificationTypeId: "${RULE_TYPE_IDS.STATUS_DURATION}", ${said}`
    const made = await api.ask(`mutation { createNotificationConfig(input: { ${input} }) { id } }`)
    assert.deepEqual(made.errors, [])
    const { id } = made.data['createNotificationConfig'] as { readonly id: string }
    assert.deepEqual(await copy(id, [second?.id, bare]), {
      created: [{ workCenter: { id: second?.id }, statusRuleId: idle(second), duration: 7 }],
      left: [{ workCenterId: bare, errorCode: 'STATUS_RULE_NOT_FOUND', errorParams: '{}' }],
    })
    const again = (await copy(id, [first?.id, second?.id, third?.id, third?.id])) as Copied
    assert.deepEqual(again.created, [{ workCenter: { id: third?.id }, statusRuleId: idle(third), duration: 7 }])
    assert.deepEqual(
      again.left.map(({ workCenterId, errorCode }) => [workCenterId, errorCode]),
      [first, second].map((place) => [place?.id, 'NOTIFICATION_DUPLICATE']),
    )
    assert.equal(again.left[0]?.errorParams, JSON.stringify({ id }), 'the rule that is there')
    const { rows } = await api.database.pool.query(`select action from audit_log where action = 'CREATE_NOTIFICATION_CONFIG'`)
    assert.equal(rows.length, 3)
    const tooMany = Array.from({ length: 501 }, () => bare)
    assert.equal(await copy(id, tooMany), 'VALUE_OUT_OF_RANGE')
    assert.equal(await copy(id, [-1]), 'WORK_CENTER_NOT_FOUND')
    assert.equal(await copy('0198f5a0-0000-7000-8000-000000000001', [bare]), 'NOTIFICATION_CONFIG_NOT_FOUND')
    assert.equal(await copy(id, [bare], 'USER'), 'FORBIDDEN')
  })
})
