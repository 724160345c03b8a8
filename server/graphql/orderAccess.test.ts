import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { OPERATION_AREAS } from '#server/apiKey/operationAreas.ts'
import { schema } from '#server/schema.ts'
import { DAY_START } from '#server/shift/testing.ts'
import { ACME, OTHER, startTestApi } from './testing.ts'
import type { Answer, TestApi } from './testing.ts'

const NOW = DAY_START + 2 * HOUR_MS
const iso = (ms: number) => new Date(ms).toISOString()
const PERIOD = `{ start: "${iso(DAY_START)}", end: "${iso(NOW)}" }`

/** What of a company is named by its id. */
type Stage = {
  readonly press: number
  readonly tube: number
  readonly coil: number
  /** Worked on, planned behind it, and a draft. */
  readonly order: number
  readonly next: number
  readonly draft: number
  readonly event: string
  readonly link: number
  readonly message: string
  readonly segment: number
  readonly confirmation: number
  readonly posting: number
  readonly batch: number
  readonly stock: number
  readonly container: number
  readonly uncovered: number
  readonly reason: number
  readonly upload: number
  readonly mapping: number
}

/** What a person is answered: a refusal, or that nothing is there. */
type Row = readonly [label: string, text: string, answer: string]
const NOTHING = 'nothing'

/** Every argument that names something, one at a time; what else the question needs is of the own company. */
const queries = (o: Stage, t: Stage): readonly Row[] => [
  ['availableJobOrderForOutputIIoT', `(outputIIoTId: ${t.segment}) { id }`, 'OUTPUT_SEGMENT_NOT_FOUND'],
  ['batches ids', `(ids: [${t.batch}]) { items { id } }`, NOTHING],
  ['batches itemIds', `(itemIds: [${t.coil}]) { items { id } }`, NOTHING],
  ['changeoverOffers', `(workCenterId: ${t.press}) { timeStart }`, 'WORK_CENTER_NOT_FOUND'],
  ['changeovers', `(workCenterId: ${t.press}) { timeStart }`, 'WORK_CENTER_NOT_FOUND'],
  ['counterResets', `(workCenterId: ${t.press}) { id }`, 'WORK_CENTER_NOT_FOUND'],
  ['item', `(id: ${t.tube}) { id }`, 'ITEM_NOT_FOUND'],
  ['itemsPages ids', `(ids: [${t.tube}]) { items { id } }`, NOTHING],
  ['jobOrder', `(id: ${t.order}) { id }`, 'JOB_ORDER_NOT_FOUND'],
  ['jobOrderBom', `(id: ${t.order}) { position }`, 'JOB_ORDER_NOT_FOUND'],
  ['jobOrderLinks', `(id: ${t.order}) { id }`, 'JOB_ORDER_NOT_FOUND'],
  ['jobOrderRuns', `(workCenterId: ${t.press}, period: ${PERIOD}) { timeStart }`, 'WORK_CENTER_NOT_FOUND'],
  ['jobOrderSettings', `(workCenterId: ${t.press}) { trackScraps }`, 'WORK_CENTER_NOT_FOUND'],
  ['jobOrderWindow', `(input: { id: ${t.order} }) { planEnd }`, 'JOB_ORDER_NOT_FOUND'],
  ['jobOrderWindow productId', `(input: { productId: ${t.tube} }) { planEnd }`, 'ITEM_NOT_FOUND'],
  ['jobOrderWindow workCenterId', `(input: { workCenterId: ${t.press} }) { planEnd }`, 'WORK_CENTER_NOT_FOUND'],
  ['jobOrders', `(workCenterIds: [${t.press}]) { id }`, NOTHING],
  ['jobOrdersImport', `(id: ${t.upload}) { id }`, 'IMPORT_NOT_FOUND'],
  ['jobOrdersImportUndoPreview', `(id: ${t.upload}) { removed }`, 'IMPORT_NOT_FOUND'],
  ['jobOrdersPages ids', `(filter: { ids: [${t.order}] }) { items { id } }`, NOTHING],
  ['jobOrdersPages itemIds', `(filter: { itemIds: [${t.tube}] }) { items { id } }`, NOTHING],
  ['jobOrdersPages importId', `(filter: { importId: ${t.upload} }) { items { id } }`, NOTHING],
  ['jobOrdersPages workCenterIds', `(filter: { workCenterIds: [${t.press}], lateness: [LATE, ON_TIME] }) { items { id } }`, NOTHING],
  ['orderStartProposals', `(workCenterId: ${t.press}) { proposal { at } }`, 'WORK_CENTER_NOT_FOUND'],
  ['orderSuggestions', `(workCenterId: ${t.press}) { moves { __typename } }`, 'WORK_CENTER_NOT_FOUND'],
  ['outputChart', `(workCenterId: ${t.press}, period: ${PERIOD}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
  ['outputChart workCenterIds', `(workCenterIds: [${t.press}], period: ${PERIOD}) { __typename }`, NOTHING],
  ['outputChecks endedIn', `(workCenterIds: [${t.press}], endedIn: ${PERIOD}) { items { __typename } }`, NOTHING],
  ['outputChecks', `(workCenterIds: [${t.press}], period: ${PERIOD}) { items { __typename } }`, NOTHING],
  ['outputConfirmations jobOrderIds', `(jobOrderIds: [${t.order}]) { id }`, NOTHING],
  ['outputConfirmations postingId', `(postingId: ${t.posting}) { id }`, NOTHING],
  ['outputConfirmations workCenterIds', `(workCenterIds: [${t.press}]) { id }`, NOTHING],
  ['outputConfirmationsPages', `(filter: { postingId: ${t.posting} }) { items { id } }`, NOTHING],
  ['outputPostingsPages', `(filter: { postingId: ${t.posting} }) { items { id } }`, NOTHING],
  ['outputIIoTs ids', `(ids: [${t.segment}], enabledForConfirmation: false) { id }`, NOTHING],
  ['outputIIoTs jobOrderIds', `(jobOrderIds: [${t.order}], enabledForConfirmation: false) { id }`, NOTHING],
  ['outputIIoTs workCenterIds', `(workCenterIds: [${t.press}], enabledForConfirmation: false) { id }`, NOTHING],
  ['outputIIoTsPages', `(filter: { ids: [${t.segment}], enabledForConfirmation: false }) { items { id } }`, NOTHING],
  ['outputSettings', `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
  ['outputStat', `(workCenterId: ${t.press}, period: ${PERIOD}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
  ['outputToConfirm', `(workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
  ['outputToConfirm jobOrderId', `(workCenterId: ${o.press}, jobOrderId: ${t.order}) { __typename }`, 'JOB_ORDER_NOT_FOUND'],
  ['outputToConfirm outputIIoTs', `(workCenterId: ${o.press}, outputIIoTs: [${t.segment}]) { totalOutput countingOutputIIoTId }`, NOTHING],
  ['previewJobOrderMove', `(id: ${t.next}) { checkToken }`, 'JOB_ORDER_NOT_FOUND'],
  ['previewJobOrderMove workCenterId', `(id: ${o.next}, workCenterId: ${t.press}) { checkToken }`, 'WORK_CENTER_NOT_FOUND'],
  ['previewJobOrderMove after', `(id: ${o.next}, after: ${t.next}) { checkToken }`, 'NOT_IN_QUEUE'],
  ['scan', `(text: "THEIRS", workCenterId: ${o.press}) { __typename }`, NOTHING],
  ['scan workCenterId', `(text: "COIL-B", workCenterId: ${t.press}) { __typename }`, 'WORK_CENTER_NOT_FOUND'],
  ['stockMovements stockId', `(stockId: ${t.stock}) { items { id } }`, NOTHING],
  ['stockMovements batchIds', `(batchIds: [${t.batch}]) { items { id } }`, NOTHING],
  ['stockMovements itemIds', `(itemIds: [${t.coil}]) { items { id } }`, NOTHING],
  ['stockMovements workCenterId', `(workCenterId: ${t.press}) { items { id } }`, 'WORK_CENTER_NOT_FOUND'],
  ['stocks', `(workCenterId: ${t.press}) { id }`, 'WORK_CENTER_NOT_FOUND'],
  ['stocks itemIds', `(itemIds: [${t.coil}]) { id }`, NOTHING],
  ['stocksPages workCenterIds', `(workCenterIds: [${t.press}]) { items { id } }`, NOTHING],
  ['stocksPages itemIds', `(itemIds: [${t.coil}]) { items { id } }`, NOTHING],
  ['uncoveredConsumptions jobOrderIds', `(jobOrderIds: [${t.order}]) { id }`, NOTHING],
  ['uncoveredConsumptions period', `(workCenterIds: [${t.press}], period: ${PERIOD}) { id }`, NOTHING],
  ['uncoveredConsumptions workCenterIds', `(workCenterIds: [${t.press}]) { id }`, NOTHING],
]

const mutations = (o: Stage, t: Stage): readonly Row[] => {
  const line = (material: number) => `{ materialId: ${material}, requiredInputQuantity: 1, registrationType: QUANTITATIVE }`
  const plan = `orderCode: "MINE", productId: ${o.tube}, workCenterId: ${o.press}, planOutput: 5`
  const confirm = `workCenterId: ${o.press}, jobOrderId: ${o.order}, acceptedOutput: 2, rejectedOutput: 1`
  const many = (name: string, more = '') => [name, `(ids: [${t.next}]${more}) { errorCode }`, 'JOB_ORDER_NOT_FOUND'] as const
  return [
    ['addConversationMessage', `(jobOrderId: ${t.order}, content: "mine") { id }`, 'JOB_ORDER_NOT_FOUND'],
    ['addJobOrderLinks', `(id: ${t.order}, links: [{ fileName: "x", url: "https://x.example/x.pdf" }]) { id }`, 'JOB_ORDER_NOT_FOUND'],
    ['addProductionOrdersToOutput', `(outputIIoTId: ${t.segment}, jobOrderIds: [${o.next}]) { id }`, 'OUTPUT_SEGMENT_NOT_FOUND'],
    ['addProductionOrdersToOutput jobOrderIds', `(outputIIoTId: ${o.segment}, jobOrderIds: [${t.next}]) { id }`, 'JOB_ORDER_NOT_FOUND'],
    ['adjustStock itemId', `(itemId: ${t.coil}, newBalance: 1, comment: "mine") { id }`, 'ITEM_NOT_FOUND'],
    ['adjustStock batchId', `(itemId: ${o.coil}, batchId: ${t.batch}, newBalance: 1, comment: "mine") { id }`, 'BATCH_NOT_FOUND'],
    [
      'adjustStock workCenterId',
      `(itemId: ${o.coil}, workCenterId: ${t.press}, newBalance: 1, comment: "mine") { id }`,
      'WORK_CENTER_NOT_FOUND',
    ],
    [
      'answerOrderStartProposal',
      `(workCenterId: ${t.press}, jobOrderId: ${o.next}, at: "${iso(NOW)}", isAccepted: false)`,
      'WORK_CENTER_NOT_FOUND',
    ],
    [
      'answerOrderStartProposal jobOrderId',
      `(workCenterId: ${o.press}, jobOrderId: ${t.next}, at: "${iso(NOW)}", isAccepted: false)`,
      'JOB_ORDER_NOT_FOUND',
    ],
    ['archiveItem', `(id: ${t.tube}) { id }`, 'ITEM_NOT_FOUND'],
    ['cancelJobOrder', `(id: ${t.next}) { id }`, 'JOB_ORDER_NOT_FOUND'],
    many('cancelJobOrderMany'),
    ['cancelOutputConfirmation', `(id: ${t.confirmation}, comment: "mine") { id }`, 'CONFIRMATION_NOT_FOUND'],
    ['chargeOffBatch', `(batchId: ${t.batch}, balance: 1) { id }`, 'BATCH_NOT_FOUND'],
    ['chargeOffBatch workCenterId', `(batchId: ${o.batch}, balance: 1, workCenterId: ${t.press}) { id }`, 'WORK_CENTER_NOT_FOUND'],
    ['closeJobOrder', `(id: ${t.order}) { id }`, 'JOB_ORDER_NOT_FOUND'],
    many('closeJobOrderMany'),
    ['confirmOutput workCenterId', `(workCenterId: ${t.press}, jobOrderId: ${o.order}, acceptedOutput: 1) { id }`, 'WORK_CENTER_NOT_FOUND'],
    ['confirmOutput jobOrderId', `(workCenterId: ${o.press}, jobOrderId: ${t.order}, acceptedOutput: 1) { id }`, 'JOB_ORDER_NOT_FOUND'],
    ['confirmOutput outputIIoTs', `(${confirm}, outputIIoTs: [${t.segment}]) { id }`, 'OUTPUT_SEGMENT_NOT_FOUND'],
    [
      'confirmOutput consumptions itemId',
      `(${confirm}, outputIIoTs: [${o.segment}], consumptions: [{ itemId: ${t.coil}, quantity: 1 }]) { id }`,
      'ITEM_NOT_FOUND',
    ],
    [
      'confirmOutput consumptions batchId',
      `(${confirm}, outputIIoTs: [${o.segment}], consumptions: [{ itemId: ${o.coil}, quantity: 1, batchId: ${t.batch} }]) { id }`,
      'BATCH_NOT_INSTALLED',
    ],
    [
      'confirmOutput qualityReasons',
      `(${confirm}, outputIIoTs: [${o.segment}], qualityReasons: [{ reasonId: ${t.reason}, output: 1 }]) { id }`,
      'LOSS_REASON_NOT_FOUND',
    ],
    [
      'confirmOutput scraps',
      `(${confirm}, outputIIoTs: [${o.segment}], scraps: [{ itemId: ${t.coil}, quantity: 1 }]) { id }`,
      'ITEM_NOT_FOUND',
    ],
    ['copyJobOrder', `(id: ${t.order}) { id }`, 'JOB_ORDER_NOT_FOUND'],
    ['correctOutputConfirmation', `(id: ${t.confirmation}, acceptedOutput: 1, comment: "mine") { id }`, 'CONFIRMATION_NOT_FOUND'],
    ['coverConsumption', `(id: ${t.uncovered}, batchId: ${o.batch})`, 'CONSUMPTION_NOT_FOUND'],
    ['coverConsumption batchId', `(id: ${o.uncovered}, batchId: ${t.batch})`, 'BATCH_NOT_FOUND'],
    ['createBatch itemId', `(itemId: ${t.coil}, code: "MINE", quantity: 1) { id }`, 'ITEM_NOT_FOUND'],
    [
      'createBatch workCenterId',
      `(itemId: ${o.coil}, code: "MINE", quantity: 1, workCenterId: ${t.press}) { id }`,
      'WORK_CENTER_NOT_FOUND',
    ],
    ['createJobOrder productId', `(input: { orderCode: "MINE", productId: ${t.tube} }) { id }`, 'ITEM_NOT_FOUND'],
    ['createJobOrder workCenterId', `(input: { orderCode: "MINE", workCenterId: ${t.press} }) { id }`, 'WORK_CENTER_NOT_FOUND'],
    ['createJobOrder bom', `(input: { ${plan}, bom: [${line(t.coil)}] }) { id }`, 'ITEM_NOT_FOUND'],
    [
      'createJobOrder possibleScraps',
      `(input: { ${plan}, possibleScraps: [{ itemId: ${t.coil}, quantity: 1 }] }) { id }`,
      'ITEM_NOT_FOUND',
    ],
    ['createOrUpdateItem', `(input: { id: ${t.tube}, name: "Mine", sku: "MINE", measureUnitId: 1, version: 1 }) { id }`, 'ITEM_NOT_FOUND'],
    ['deleteConversationMessage', `(id: "${t.message}") { id }`, 'MESSAGE_NOT_FOUND'],
    ['deleteImportMapping', `(id: ${t.mapping}) { id }`, 'IMPORT_MAPPING_NOT_FOUND'],
    ['deleteJobOrder', `(id: ${t.draft})`, 'JOB_ORDER_NOT_FOUND'],
    many('deleteJobOrderMany'),
    ['editConversationMessage', `(id: "${t.message}", content: "mine") { id }`, 'MESSAGE_NOT_FOUND'],
    ['editJobOrdersImport', `(id: ${t.upload}) { id }`, 'IMPORT_NOT_FOUND'],
    ['editJobOrdersImport sheet', `(id: ${t.upload}, sheet: "x") { id }`, 'IMPORT_NOT_FOUND'],
    ['editJobOrdersImport savedMappingId', `(id: ${o.upload}, savedMappingId: ${t.mapping}) { id }`, 'IMPORT_MAPPING_NOT_FOUND'],
    ['editOutput', `(outputIIoTId: ${t.segment}, totalOutput: 1, comment: "mine") { id }`, 'OUTPUT_SEGMENT_NOT_FOUND'],
    ['emptyContainer', `(id: ${t.container}) { id }`, 'CONTAINER_NOT_FOUND'],
    ['importJobOrders', `(uploadId: ${t.upload}, dryRun: true) { id }`, 'IMPORT_NOT_FOUND'],
    ['installBatch', `(batchId: ${t.batch}, workCenterId: ${o.press}) { id }`, 'BATCH_NOT_FOUND'],
    ['installBatch code', `(code: "THEIRS", workCenterId: ${o.press}) { id }`, 'BATCH_NOT_FOUND'],
    ['installBatch workCenterId', `(batchId: ${o.batch}, workCenterId: ${t.press}) { id }`, 'WORK_CENTER_NOT_FOUND'],
    ['markConversationRead', `(messageId: "${t.message}")`, 'MESSAGE_NOT_FOUND'],
    [
      'moveJobOrderBorder',
      `(workCenterId: ${t.press}, borderAt: "${iso(DAY_START)}", newAt: "${iso(NOW)}") { isPreview }`,
      'WORK_CENTER_NOT_FOUND',
    ],
    ['moveJobOrderToPlanned', `(id: ${t.draft}) { id }`, 'JOB_ORDER_NOT_FOUND'],
    many('moveJobOrderToPlannedMany'),
    [
      'outputConfirmationsCreate workCenterId',
      `(input: { workCenterId: ${t.press}, jobOrderId: ${o.order}, batches: [{ output: 1 }] }) { id }`,
      'WORK_CENTER_NOT_FOUND',
    ],
    [
      'outputConfirmationsCreate jobOrderId',
      `(input: { workCenterId: ${o.press}, jobOrderId: ${t.order}, batches: [{ output: 1 }] }) { id }`,
      'JOB_ORDER_NOT_FOUND',
    ],
    ['removeJobOrderLinks', `(id: ${t.order}, linkIds: [${t.link}]) { id }`, 'JOB_ORDER_NOT_FOUND'],
    ['resetCounter', `(workCenterId: ${t.press}) { id }`, 'WORK_CENTER_NOT_FOUND'],
    ['restoreJobOrder', `(id: ${t.order}) { id }`, 'JOB_ORDER_NOT_FOUND'],
    many('restoreJobOrderMany'),
    ['saveImportMapping', `(importId: ${t.upload}, name: "Mine") { id }`, 'IMPORT_NOT_FOUND'],
    ['saveItemBom', `(itemId: ${t.tube}, bom: [], version: 1) { id }`, 'ITEM_NOT_FOUND'],
    ['saveItemBom material', `(itemId: ${o.tube}, bom: [${line(t.coil)}]) { id }`, 'ITEM_NOT_FOUND'],
    ['saveItemStandard', `(itemId: ${t.tube}, workCenterId: ${o.press}) { id }`, 'ITEM_NOT_FOUND'],
    ['saveItemStandard workCenterId', `(itemId: ${o.tube}, workCenterId: ${t.press}) { id }`, 'WORK_CENTER_NOT_FOUND'],
    ['startJobOrder', `(id: ${t.next}) { id }`, 'JOB_ORDER_NOT_FOUND'],
    ['startJobOrder runningIds', `(id: ${o.next}, running: STOP, runningIds: [${t.order}]) { id }`, 'JOB_ORDER_NOT_FOUND'],
    ['stopJobOrder', `(id: ${t.order}) { id }`, 'JOB_ORDER_NOT_FOUND'],
    many('stopJobOrderMany'),
    ['undoJobOrderAction', `(eventId: "${t.event}") { id }`, 'JOB_ORDER_EVENT_NOT_FOUND'],
    ['undoJobOrdersImport', `(id: ${t.upload}) { id }`, 'IMPORT_NOT_FOUND'],
    ['uninstallBatch', `(batchId: ${t.batch}, workCenterId: ${o.press}) { id }`, 'BATCH_NOT_FOUND'],
    ['uninstallBatch workCenterId', `(batchId: ${o.batch}, workCenterId: ${t.press}) { id }`, 'WORK_CENTER_NOT_FOUND'],
    ['updateJobOrder', `(input: { id: ${t.next}, version: 1, notes: "mine" }) { id }`, 'JOB_ORDER_NOT_FOUND'],
    ['updateJobOrder productId', `(input: { id: ${o.next}, version: 1, productId: ${t.tube} }) { id }`, 'ITEM_NOT_FOUND'],
    ['updateJobOrder workCenterId', `(input: { id: ${o.next}, version: 1, workCenterId: ${t.press} }) { id }`, 'WORK_CENTER_NOT_FOUND'],
    ['updateJobOrderPriority', `(id: ${t.next}, priority: 1) { id }`, 'JOB_ORDER_NOT_FOUND'],
    ['updateJobOrderPriority after', `(id: ${o.next}, after: ${t.next}) { id }`, 'NOT_IN_QUEUE'],
    ['updateJobOrderPriority workCenterId', `(id: ${o.next}, workCenterId: ${t.press}) { id }`, 'WORK_CENTER_NOT_FOUND'],
    many('updateJobOrderPriorityMany', `, workCenterId: ${o.press}`),
    ['updateJobOrderPriorityMany workCenterId', `(ids: [${o.next}], workCenterId: ${t.press}) { errorCode }`, 'WORK_CENTER_NOT_FOUND'],
    [
      'updateJobOrderSettings',
      `(input: { workCenterId: ${t.press}, version: 1, trackScraps: true }) { trackScraps }`,
      'WORK_CENTER_NOT_FOUND',
    ],
    [
      'updateOutputSettings',
      `(input: { workCenterId: ${t.press}, version: 1, isJobOrderRequiredForOutputConfirmation: true }) { __typename }`,
      'WORK_CENTER_NOT_FOUND',
    ],
  ]
}

/** Name nothing of anybody: of the company of who asks, or what they look for in words. */
const NAMES_NOTHING = ['containers', 'importMappings', 'jobOrdersImports']
const AREAS = ['conversation', 'forecast', 'item', 'jobOrder', 'material', 'output']
const TABLES = [
  'batch',
  'bom_line',
  'container',
  'conversation_message',
  'import_mapping',
  'item',
  'item_standard',
  'job_order',
  'job_order_event',
  'job_order_link',
  'job_order_run',
  'job_orders_import',
  'material_consumption',
  'output_confirmation',
  'output_correction',
  'output_cut',
  'output_posting',
  'output_segment',
  'stock',
  'stock_movement',
]

describe('orders, output, materials and imports of another company', () => {
  let api: TestApi
  let own: Stage
  let theirs: Stage

  before(async () => {
    api = await startTestApi({ now: () => NOW })
    own = await stage(api, ACME, api.users.ADMIN, 'OURS')
    theirs = await stage(api, OTHER, api.stranger, 'THEIRS')
  })
  after(() => api.close())

  const stored = async (company: CompanyId): Promise<string> => {
    const all: unknown[] = []
    for (const table of TABLES)
      all.push(
        (await api.database.pool.query(`select to_jsonb(t) as row from ${table} t where company_id = $1 order by 1`, [company])).rows,
      )
    return JSON.stringify(all)
  }
  const toldTo = async (rows: readonly Row[], kind: 'mutation' | 'query', ask: (text: string) => Promise<Answer>) => {
    const told: [string, string][] = []
    for (const [label, text] of rows) {
      const [name = ''] = label.split(' ')
      told.push([label, toldOf(await ask(`${kind} { ${name}${text} }`), name)])
    }
    return Object.fromEntries(told)
  }
  const expectedOf = (rows: readonly Row[]) => Object.fromEntries(rows.map(([label, , answer]) => [label, answer]))

  it('have all their operations named here', () => {
    const names = [schema.getQueryType(), schema.getMutationType()].flatMap((root) => Object.keys(root?.getFields() ?? {}))
    const tabled = new Set([
      ...[...queries(own, theirs), ...mutations(own, theirs)].map(([label]) => label.split(' ')[0] ?? ''),
      ...NAMES_NOTHING,
    ])
    assert.deepEqual(
      names.filter((name) => AREAS.includes(OPERATION_AREAS[name] ?? '') && !tabled.has(name)),
      [],
    )
  })

  it('are changed once for each key, but where doing it twice is doing it once', () => {
    const areas = ['conversation', 'item', 'jobOrder', 'material', 'output']
    const withoutKey = Object.values(schema.getMutationType()?.getFields() ?? {})
      .filter(({ name, args }) => areas.includes(OPERATION_AREAS[name] ?? '') && !args.some((arg) => arg.name === 'requestKey'))
      .map(({ name }) => name)
    assert.deepEqual(withoutKey.toSorted(), [
      'deleteConversationMessage',
      'deleteImportMapping',
      'editJobOrdersImport',
      'markConversationRead',
      'saveImportMapping',
      'updateJobOrderSettings',
      'updateOutputSettings',
    ])
  })

  it('are not there for an administrator, whichever argument names them, and stay as they are', async () => {
    const [ours, their] = [await stored(ACME), await stored(OTHER)]
    const ask = (text: string) => api.ask(text, { as: 'ADMIN' })
    const told = { ...(await toldTo(queries(own, theirs), 'query', ask)), ...(await toldTo(mutations(own, theirs), 'mutation', ask)) }
    assert.deepEqual(told, expectedOf([...queries(own, theirs), ...mutations(own, theirs)]))
    assert.equal(await stored(OTHER), their)
    assert.equal(await stored(ACME), ours, 'what is refused leaves nothing of itself')
  })
})

/** What the answer comes to: its codes, or that nothing is in it. */
function toldOf({ data, errors }: Answer, name: string): string {
  if (errors.length > 0) return [...new Set(errors.map(({ extensions }) => extensions.code))].join()
  const answer = data[name]
  const rows: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
  const codes = rows.flatMap((row) => (typeof row === 'object' && row !== null && 'errorCode' in row ? [String(row.errorCode)] : []))
  if (codes.length > 0) return codes.join()
  return isNothing(answer) ? NOTHING : `answered ${JSON.stringify(answer)}`
}

function isNothing(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.every((one: unknown) => isNothing(one))
  if (typeof answer !== 'object' || answer === null) return answer === null || answer === 0
  const values = Object.values(answer)
  return values.length > 0 && values.every((one) => isNothing(one))
}

/** A press of the company that makes tubes of coils: an order in progress with output, a confirmation and material, and others behind it. */
async function stage(api: TestApi, company: CompanyId, as: UserId, word: string): Promise<Stage> {
  const ask = async (text: string) => {
    const { data, errors } = await api.ask(`mutation { done: ${text} }`, { as })
    assert.deepEqual(errors, [], text)
    return data['done']
  }
  const made = async (text: string) => Number(((await ask(`${text} { id }`)) as { readonly id: number }).id)
  const row = async (text: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await api.database.pool.query<{ id: number }>(text, [...values])
    return rows[0]?.id ?? 0
  }
  const press = await row(
    `insert into work_center (company_id, name, status_source, target_speed, consumption_tracking, track_scraps)
      values ($1, $2, 'POWER', 5, 'WITHOUT_BOM_VALIDATION', true) returning id`,
    [company, `Press ${word}`],
  )
  const tube = await made(`createOrUpdateItem(input: { name: "Tube", sku: "${word}-T", measureUnitId: 1 })`)
  const coil = await made(`createOrUpdateItem(input: { name: "Coil", sku: "${word}-C", measureUnitId: 1, isBatchTracked: true })`)
  const plan = (code: string, status: string) =>
    made(
      `createJobOrder(input: { orderCode: "${word}-${code}", status: ${status}, productId: ${tube}, workCenterId: ${press}, planOutput: 500, planCycleTime: 12, dueDate: "${iso(NOW + HOUR_MS)}" })`,
    )
  const [order, next, draft] = [await plan('1', 'PLANNED'), await plan('2', 'PLANNED'), await plan('3', 'DRAFT')]
  const started = (await ask(`startJobOrder(id: ${order}, at: "${iso(NOW - 60_000)}") { events { id } }`)) as {
    readonly events: readonly { readonly id: string }[]
  }
  const linked = (await ask(
    `addJobOrderLinks(id: ${order}, links: [{ fileName: "drawing", url: "https://x.example/a.pdf" }]) { links { id } }`,
  )) as { readonly links: readonly { readonly id: number }[] }
  const message = (await ask(`addConversationMessage(jobOrderId: ${order}, content: "${word}") { id }`)) as { readonly id: string }
  const segment = await row(
    `insert into output_segment (company_id, work_center_id, start_at, end_at, shift_start_at, total, accepted, rejected, uncounted_total, uncounted_accepted,
        uncounted_rejected, effective_total, job_order_ids, is_closed)
      values ($1, $2, $3, $4, $3, 10, 10, 0, 0, 0, 0, 10, $5, true) returning id`,
    [company, press, DAY_START, DAY_START + HOUR_MS, [order]],
  )
  const posting = await row(
    `insert into output_posting (company_id, work_center_id, job_order_id, at) values ($1, $2, $3, $4) returning id`,
    [company, press, order, DAY_START + HOUR_MS],
  )
  const confirmation = await row(
    `insert into output_confirmation (company_id, posting_id, work_center_id, job_order_id, start_at, end_at, accepted, rejected, type, batch_time)
      values ($1, $2, $3, $4, $5, $6, 5, 0, 'CONFIRMED', $6) returning id`,
    [company, posting, press, order, DAY_START - HOUR_MS, DAY_START],
  )
  const batch = await made(`createBatch(itemId: ${coil}, code: "${word}", quantity: 10)`)
  const stock = await row('select id from stock where company_id = $1 and batch_id = $2', [company, batch])
  const container = await row(`insert into container (company_id, code) values ($1, $2) returning id`, [company, `${word}-BOX`])
  const uncovered = await row(
    `insert into material_consumption (company_id, item_id, quantity, is_uncovered, output_confirmation_id, work_center_id, job_order_id, at)
      values ($1, $2, 3, true, $3, $4, $5, now()) returning id`,
    [company, coil, confirmation, press, order],
  )
  const reason = await made(`createLossReason(input: { name: "${word}", category: QUALITY })`)
  const upload = await made(
    `importJobOrders(rows: [{ code: "${word}-9", productCode: "${word}-T", plannedQuantity: 5, workCenterName: "Press ${word}" }], dryRun: true)`,
  )
  // Nothing is folded here: what was marked stays as it is.
  await api.database.pool.query('delete from recalculation where company_id = $1', [company])
  const saved = (await ask(`saveImportMapping(importId: ${upload}, name: "${word}") { id }`)) as readonly { readonly id: number }[]
  return {
    press,
    tube,
    coil,
    order,
    next,
    draft,
    event: started.events[0]?.id ?? '',
    link: linked.links[0]?.id ?? 0,
    message: message.id,
    segment,
    confirmation,
    posting,
    batch,
    stock,
    container,
    uncovered,
    reason,
    upload,
    mapping: saved[0]?.id ?? 0,
  }
}
