import { lastOperation } from '#engine/integration/odoo/odooOrders.ts'
import type { OdooModel } from '#engine/integration/odoo/odooVersion.ts'
import { isMovedOutside } from '#engine/integration/outboxPlan.ts'
import { ConnectorFailure } from './connector.ts'
import type { OursOf, PostAnswer, Posting } from './connector.ts'
import { textIn } from './odooClient.ts'
import type { OdooClient } from './odooClient.ts'
import { isForbidden, linkOf, numberOf, present, rowsOf, searchIn, textOf, whyUntold } from './odooOpened.ts'
import type { Opened } from './odooOpened.ts'
import type { Row } from './readRising.ts'

/**
 * Says the figures as they stand, and returns what came of it (domain.md IN-12): the figure over there is read first, and never overwritten where somebody else set it. The work orders of a
 * manufacturing order share its quantity, so its last one says it, and the others leave a note alone. What one of them said while it was the last is ours, too.
 */
export async function post(
  opened: Opened,
  posting: Posting,
  { oursOf, closes }: { readonly oursOf: OursOf; readonly closes: boolean },
): Promise<PostAnswer> {
  const { client, names } = opened
  const { made } = names['mrp.production']
  if (made === null) return { kind: 'NEEDS_PERSON', code: 'INTEGRATION_NO_QUANTITIES' }
  const told = await toldOf(opened, posting.externalId)
  const { productionId, isLast } = told
  const before = await readOne(client, 'mrp.production', productionId, present([made, 'state']))
  if (posting.operation === 'CANCELLED' || posting.operation === 'REOPENED') {
    // What is done there nobody opens from outside; and nobody cancels there but its people: a planner reads it in the chatter.
    if (posting.operation === 'REOPENED' && textOf(before, 'state') === 'done')
      return { kind: 'NEEDS_PERSON', code: 'INTEGRATION_STILL_CLOSED' }
    if (!(await hasNote(client, posting, productionId))) await note(client, posting, told)
    return { kind: 'DONE', made: null }
  }
  if (!isLast) {
    const isNoted = !['CLOSED', 'OUTPUT'].includes(posting.operation) || (await hasNote(client, posting, productionId))
    if (!isNoted) await note(client, posting, told)
  } else {
    const theirs = numberOf(before, made)
    const { accepted } = posting.figures
    const isMoved = isMovedOutside(theirs, { said: posting.said, says: accepted })
    if (isMoved && !(await isOfAnother(theirs, posting, { told, oursOf }))) return { kind: 'CONFLICT', theirs: theirs ?? 0 }
    if (theirs !== accepted) {
      await write(opened, told, accepted)
      // What it answers is not believed before it is read: of a product with serial numbers it makes 1 of any figure.
      const now = numberOf(await readOne(client, 'mrp.production', productionId, [made]), made)
      if (isMovedOutside(now, { said: accepted, says: accepted })) return { kind: 'NEEDS_PERSON', code: 'INTEGRATION_NOT_TAKEN' }
    }
    // A try that broke off after the figure left no note; one after the note left both.
    const isBroken = theirs === accepted && posting.said !== accepted
    if (theirs !== accepted || (isBroken && !(await hasNote(client, posting, productionId)))) await note(client, posting, told)
  }
  const done = { kind: 'DONE', made: isLast ? posting.figures.accepted : null } as const
  if (posting.operation !== 'CLOSED' || !closes || textOf(before, 'state') === 'done') return done
  if (!isEnded(told, posting.externalId, await oursOf(told.operations))) return done
  const answer = await client.call('mrp.production', 'button_mark_done', {}, [productionId])
  if (isAction(answer)) return { kind: 'NEEDS_PERSON', code: 'INTEGRATION_WIZARD' }
  const after = await readOne(client, 'mrp.production', productionId, ['state'])
  return textOf(after, 'state') === 'done' ? done : { kind: 'NEEDS_PERSON', code: 'INTEGRATION_NOT_CLOSED' }
}

/** The manufacturing order that a message is about. */
type Told = {
  readonly productionId: number
  /** The work order that the message is of; null = of the order itself. */
  readonly workId: number | null
  /** Whether what it made is the quantity of the order. */
  readonly isLast: boolean
  /** The ids, as ours know them, of all that is made for the order, the last one at the end. */
  readonly operations: readonly string[]
  /** The same with what was cancelled there, and the order itself, which was linked while it had no work orders. */
  readonly all: readonly string[]
}

async function toldOf({ client, names }: Opened, externalId: string): Promise<Told> {
  const [model = '', text = ''] = externalId.split('/')
  const id = Number(text)
  if (model !== 'mrp.workorder') return { productionId: id, workId: null, isLast: true, operations: [externalId], all: [externalId] }
  const { production, state, sequence, planStart } = names['mrp.workorder']
  const link = production ?? 'production_id'
  const productionId = linkOf(await readOne(client, 'mrp.workorder', id, [link]), link)?.[0]
  if (productionId === undefined) throw new ConnectorFailure('INTEGRATION_RECORD_GONE', { isTransient: false, params: { id: externalId } })
  const rows = await searchIn(client, 'mrp.workorder', link, [productionId], present([state, sequence, planStart]))
  const works = rows.map((row) => ({
    id: Number(row['id']),
    state: textOf(row, state) ?? '',
    sequence: numberOf(row, sequence),
    planStart: textOf(row, planStart),
  }))
  const last = lastOperation(works)
  const others = works.filter((work) => work.state !== 'cancel' && work.id !== last?.id)
  return {
    productionId,
    workId: id,
    isLast: last?.id === id,
    operations: [...others, ...(last === null ? [] : [last])].map(nameOf),
    all: [...works.map(nameOf), `mrp.production/${productionId}`],
  }
}

function nameOf({ id }: { readonly id: number }): string {
  return `mrp.workorder/${id}`
}

/**
 * Returns whether the figure there is what another work order of the manufacturing order said while it was the last: one was added behind it, it was cancelled
 * or their sequence changed. Of one that said a figure itself, an older one of another tells nothing.
 */
async function isOfAnother(
  theirs: number | null,
  { said }: Posting,
  { told, oursOf }: { readonly told: Told; readonly oursOf: OursOf },
): Promise<boolean> {
  if (said !== null && said !== 0) return false
  const ours = await oursOf(told.all)
  return ours.values().some((other) => other.said !== null && !isMovedOutside(theirs, { said: other.said, says: other.said }))
}

/**
 * Returns whether the order is over as far as it is made here: its last operation is one of ours and was told, and none of ours is open any more. An order
 * whose last operation is made elsewhere is closed by whoever makes that.
 */
function isEnded({ operations }: Told, externalId: string, ours: Awaited<ReturnType<OursOf>>): boolean {
  const last = operations.at(-1)
  const ofLast = last === undefined ? undefined : ours.get(last)
  if (ofLast === undefined || (last !== externalId && ofLast.hasUntold)) return false
  return ours.values().every(({ isOpen }) => !isOpen)
}

/** By its work order Odoo also sets what was consumed; but there it takes no 0. */
async function write({ client, names }: Opened, { productionId, workId }: Told, accepted: number): Promise<void> {
  const ofWork = names['mrp.workorder'].made
  if (workId !== null && ofWork !== null && accepted !== 0)
    await client.call('mrp.workorder', 'write', { vals: { [ofWork]: accepted } }, [workId])
  else
    await client.call('mrp.production', 'write', { vals: { [names['mrp.production'].made ?? 'qty_producing']: accepted } }, [productionId])
}

async function readOne(client: OdooClient, model: OdooModel, id: number, fields: readonly string[]): Promise<Row> {
  const [row] = rowsOf(client, await client.call(model, 'read', { fields }, [id]))
  if (row === undefined)
    throw new ConnectorFailure('INTEGRATION_RECORD_GONE', { isTransient: false, params: { id: `${model}/${String(id)}` } })
  return row
}

async function note(client: OdooClient, posting: Posting, told: Told): Promise<void> {
  await client.call('mrp.production', 'message_post', { body: noteOf(posting, told) }, [told.productionId])
}

/** A wizard for a backorder or for consumption, which leaves the order open. */
function isAction(answer: unknown): boolean {
  return textIn(answer, 'type').startsWith('ir.actions.')
}

/** Returns whether the order has the note already; one that may not be looked for is not written twice. */
async function hasNote(client: OdooClient, { key }: Posting, productionId: number): Promise<boolean> {
  const domain = [
    ['model', '=', 'mrp.production'],
    ['res_id', '=', productionId],
    ['body', 'ilike', noteMark(key)],
  ]
  try {
    return rowsOf(client, await client.call('mail.message', 'search_read', { domain, fields: ['id'], limit: 1 })).length > 0
  } catch (error) {
    if (isForbidden(error) || whyUntold(error) !== null) return true
    throw error
  }
}

/** What a note begins with: the id of what was confirmed and of its order here. */
function noteMark(key: string): string {
  return `Trueline ${key}:`
}

function noteOf({ key, figures, operation }: Posting, { workId, isLast }: Told): string {
  const by = isLast ? '' : ` by work order ${String(workId)}`
  const act = operation === 'CANCELLED' ? ' cancelled here,' : operation === 'REOPENED' ? ' open again here,' : ''
  return `${noteMark(key)}${act} accepted ${figures.accepted}, rejected ${figures.rejected} so far${by}.`
}
