import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import { ERROR_CODES } from '#server/graphql/errorCodes.ts'
import { ACME, seedDevice, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { schema } from '#server/schema.ts'
import { seedChecklist } from '#server/checklist/testing.ts'
import { seedIntegration, startOdooDouble } from '#server/testing/odooDouble.ts'
import type { OdooDouble } from '#server/testing/odooDouble.ts'
import type { Documentation } from './documentation.ts'

const NOW = Date.parse('2026-05-04T08:20:00Z')
/** What no rule of the product says: an example that earns one of these is wrong itself. */
const WRONG_EXAMPLE = [
  'BAD_REQUEST',
  'FORBIDDEN',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'INTERNAL_ERROR',
  'QUERY_TOO_COSTLY',
]

/** Mutations after which others find nothing to work on. */
const ENDING = /^(archive|confirm|delete|leave|revoke)/

describe('the documentation of the API', () => {
  let api: TestApi
  let odoo: OdooDouble
  let documentation: Documentation
  before(async () => {
    api = await startTestApi({ now: () => NOW })
    await seedCompany(api)
    odoo = await startOdooDouble()
    await seedIntegration(api, odoo.url)
    const response = await read('/api/documentation')
    assert.equal(response.status, 200)
    documentation = await response.json()
  })
  after(async () => {
    await odoo.close()
    await api.close()
  })

  const read = async (path: string, as: 'ADMIN' | 'USER' = 'ADMIN') =>
    fetch(api.origin + path, { headers: { authorization: `Bearer ${await api.token(api.users[as])}` } })

  it('has every operation, type and code of a refusal, and says of each operation where it belongs', () => {
    const roots = [schema.getQueryType(), schema.getMutationType()]
    const names = roots.flatMap((root) => Object.keys(root?.getFields() ?? {}))
    assert.deepEqual(
      documentation.operations.map(({ name }) => name),
      names,
    )
    assert.deepEqual(
      documentation.operations.filter(({ area }) => area === 'other'),
      [],
    )
    const types = new Set(documentation.types.map(({ name }) => name))
    const used = documentation.operations.flatMap(({ answer, arguments: args }) => [answer, ...args.map(({ type }) => type)])
    assert.deepEqual(
      used.map((type) => type.replaceAll(/[[\]!]/g, '')).filter((name) => !types.has(name)),
      [],
    )
    assert.equal(documentation.errors.length, Object.keys(ERROR_CODES).length)
  })

  it('tells the right of each operation, and which are not for keys', () => {
    const by = new Map(documentation.operations.map((operation) => [operation.name, operation]))
    assert.deepEqual([by.get('lossesPages')?.right, by.get('lossesPages')?.isForKeys], ['READ LOSSES', true])
    assert.deepEqual([by.get('createApiKey')?.right, by.get('createApiKey')?.isForKeys], ['MODIFY API_KEY', false])
    assert.deepEqual([by.get('changePassword')?.right, by.get('changePassword')?.isForKeys], ['signedIn', false])
    assert.deepEqual([by.get('companies')?.right, by.get('companies')?.isForKeys], ['signedIn', true])
  })

  it('answers every example of a query without an error', async () => {
    const queries = documentation.operations.filter(({ isRunnable }) => isRunnable)
    const others = documentation.operations.filter(({ kind, isRunnable }) => kind === 'query' && !isRunnable)
    assert.deepEqual(
      others.map(({ name }) => name),
      ['joinOffer'],
    )
    assert.ok(queries.length > 50)
    const failed: string[] = []
    for (const { name, example } of queries) {
      const { status, errors } = await api.ask(example.query, { variables: example.variables })
      // What a change would do is refused by the rule of the product that would refuse the change.
      const isRuled =
        name.endsWith('Preview') && errors.every(({ extensions: { code } }) => code in ERROR_CODES && !WRONG_EXAMPLE.includes(code))
      if (status !== 200 || (errors.length > 0 && !isRuled))
        failed.push([name, example.query, ...[example.variables, errors].map((one) => JSON.stringify(one))].join('\n'))
    }
    assert.deepEqual(failed, [])
  })

  it('takes every example of a mutation; only a rule of the product may refuse it', async () => {
    const [ending, others] = partition(
      documentation.operations.filter(({ kind }) => kind === 'mutation'),
      ({ name }) => ENDING.test(name),
    )
    const mutations = [...others, ...ending]
    assert.ok(mutations.length > 40)
    const [wrong, refused]: [string[], string[]] = [[], []]
    for (const { name, example, right } of mutations) {
      const { query, variables } = example
      const { errors } = right === 'anyone' ? await api.post(JSON.stringify({ query, variables })) : await api.ask(query, { variables })
      const codes = errors.map(({ extensions }) => extensions.code)
      if (codes.some((code) => !(code in ERROR_CODES) || WRONG_EXAMPLE.includes(code))) wrong.push(`${name} ${JSON.stringify(errors)}`)
      if (codes.length > 0) refused.push(`${name} ${codes.join()}`)
    }
    assert.deepEqual(wrong, [])
    assert.ok(refused.length < mutations.length / 2, refused.join('\n'))
  })

  it('is for those who may see the keys; the schema is for every bearer', async () => {
    assert.equal((await fetch(`${api.origin}/api/documentation`)).status, 401)
    assert.equal((await read('/api/documentation', 'USER')).status, 403)
    assert.equal((await fetch(`${api.origin}/api/schema.graphql`)).status, 401)
    const { data } = await api.ask('mutation { createApiKey(name: "Types") { secret } }')
    const { secret } = data['createApiKey'] as { readonly secret: string }
    const answer = await fetch(`${api.origin}/api/schema.graphql`, { headers: { authorization: `Bearer ${secret}` } })
    assert.match(await answer.text(), /^type Query \{$/m)
  })
})

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

/** One of everything that examples name. */
async function seedCompany(api: TestApi): Promise<void> {
  const insert = async (text: string, values: readonly unknown[] = []) => {
    const { rows } = await api.database.pool.query<{ id: number }>(text, [ACME, ...values])
    return rows[0]?.id
  }
  const device = await seedDevice(api.database, 'qe-322z')
  await seedDevice(api.database, 'qe-322y')
  const { data } = await api.ask(`mutation { addBox(guid: "${device}", name: "Press 1") { id } }`)
  const press = (data['addBox'] as { readonly id: number }).id
  await insert(`insert into work_center_group (company_id, name, color) values ($1, 'Hall A', '#2F9E44') returning id`)
  await insert(`insert into sensor (company_id, work_center_id, type) values ($1, $2, 'POWER') returning id`, [press])
  const rule = await insert(
    `insert into status_rule (company_id, work_center_id, name, color, range_type) values ($1, $2, 'Working', '#2F9E44', 'POWER') returning id`,
    [press],
  )
  await insert(
    `insert into status_rule_version (company_id, status_rule_id, valid_from, min_value, is_effective) values ($1, $2, 0, 5, true)`,
    [rule],
  )
  await insert(`insert into loss_reason_group (company_id, name) values ($1, 'Material') returning id`)
  await insert(`insert into loss_reason (company_id, name, type) values ($1, 'No material', 'UNPLANNED') returning id`)
  const item = await insert(`insert into item (company_id, name, sku, measurement_unit) values ($1, 'Tube', 'DT-1', 'pcs') returning id`)
  await insert(`insert into job_order (company_id, order_code, item_id) values ($1, 'JO-1', $2) returning id`, [item])
  await insert(
    `insert into work_request (company_id, content, status, work_center_id, source, created_by, created_at, status_since, updated_on)
    values ($1, 'Oil under the gearbox', 'CREATION', $2, 'PERSON', $3, $4, $4, $4) returning id`,
    [press, api.users.ADMIN, new Date(NOW)],
  )
  const { occurrenceId } = await seedChecklist(api, press)
  assert.deepEqual((await api.ask(`mutation { printChecklist(occurrenceId: ${occurrenceId}, language: "en") { id } }`)).errors, [])
  await insert(
    `insert into operational_task (company_id, work_center_id, event, subject_start, due_at) values ($1, $2, 'LOSS_APPEARED', $3, $3) returning id`,
    [press, NOW - 600_000],
  )
  await insert(
    `with made as (insert into notification (company_id, work_center_id, type, condition_key, since, due_at, fired_at, state, severity)
       values ($1, $2, 'STATUS_DURATION', 'x', $3, $3, $3, 'OPEN', 'URGENT') returning id)
     insert into notification_receipt (company_id, user_id, notification_id, type, fired_at, step)
     select $1, $4, id, 'STATUS_DURATION', $3, 0 from made`,
    [press, NOW - 600_000, api.users.ADMIN],
  )
  for (const mutation of [
    `createNotificationConfig(input: { workCenterId: ${press}, notificationTypeId: "${RULE_TYPE_IDS.STATUS_DURATION}", duration: 10,
      targetAudience: ROLES, identifiers: ["ADMIN"] })`,
    `addReportSubscriber(input: { workCenterId: 0, reportTypeId: 1, periodicity: DAILY, hours: 6, minutes: 0 })`,
  ])
    assert.deepEqual((await api.ask(`mutation { ${mutation} { id } }`)).errors, [])
  await insert(`insert into team (company_id, name, color) values ($1, 'Day', '#2F9E44') returning id`)
  const start = NOW - 6 * 3_600_000
  await insert(
    `insert into shift (company_id, work_center_id, shift_id, shift_date, code, name, start_at, end_at, as_of, ideal_cycle_ms,
      elapsed_ms, excluded_ms, no_data_ms, availability_loss_ms, small_stop_ms, planned_downtime_ms, unplanned_downtime_ms,
      unclassified_downtime_ms, setup_ms, failure_ms, failure_count, net_operating_ms, quality_loss_ms, total_output, accepted_output, rejected_output,
      uncounted_total, uncounted_accepted, uncounted_rejected)
    values ($1, $2, 1, '2026-05-04', 'A', 'Day', $3, $4, $4, 60000, 7200000, 0, 0, 1800000, 0, 0, 0, 1800000, 0, 0, 0, 4320000, 432000, 80, 72, 8, 0, 0, 0)`,
    [press, start, NOW - 1_200_000],
  )
  await insert(
    `insert into loss (company_id, work_center_id, source, start_at, end_at, chain_start_at, shift_start_at, kind)
    values ($1, $2, 'STATUS', $3, $4, $3, $5, 'OFF')`,
    [press, start + 600_000, start + 1_200_000, start],
  )
  await insert(
    `insert into output_segment (company_id, work_center_id, start_at, end_at, total, accepted, rejected, uncounted_total, uncounted_accepted, uncounted_rejected)
    values ($1, $2, $3, $4, 80, 72, 8, 0, 0, 0)`,
    [press, start, start + 3_600_000],
  )
  await insert(
    `insert into job_orders_import (company_id, file_name, file_hash, source, headers, row_count, state, mapping, created_by, created_on)
    values ($1, 'orders.csv', 'hash', 'SCREEN', '{code}', 0, 'UPLOADED', $4, $2, $3)`,
    [
      api.users.ADMIN,
      new Date(NOW),
      JSON.stringify({ columns: [{ field: 'code', decimal: null, dates: null }], workCenterId: null, cycleUnitMs: 1000 }),
    ],
  )
}
