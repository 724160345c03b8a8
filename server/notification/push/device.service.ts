import { pushOf } from '#engine/notification/channel/push.ts'
import type { BrowserSubscription } from '#engine/notification/channel/pushEndpoint.ts'
import { problemOfSubscription } from '#engine/notification/channel/pushEndpoint.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { ApiDeps } from '#server/apiDeps.ts'
import { createGuardedFetch } from '#server/outbound/guardedFetch.ts'
import { Refusal } from '#server/refusal.ts'
import { handOver } from './sendPushes.service.ts'
import type { PushDeps } from './sendPushes.service.ts'
import {
  deleteDevice,
  deleteGone,
  deleteOfOthers,
  findDevice,
  listDevices,
  noteTaken,
  openSubscription,
  storeDevice,
} from './subscription.store.ts'
import type { Device } from './subscription.store.ts'

type Actor = { readonly companyId: CompanyId; readonly userId: UserId }
const LABEL = { min: 1, max: 100 } as const
const MAX_DEVICES = 20

/** What came of a message that was sent to try a device. */
export const PUSH_TESTS = ['SENT', 'GONE', 'FAILED'] as const
export type PushTest = (typeof PUSH_TESTS)[number]

/** Returns what sending needs of the API's parts. */
export function pushDeps({
  database,
  config,
  outbound,
  readSamples,
  log,
  now,
}: Pick<ApiDeps, 'config' | 'database' | 'log' | 'now' | 'outbound' | 'readSamples'>): PushDeps {
  const named = createGuardedFetch({ allowsPrivate: true })
  return { database, publicUrl: config.publicUrl, pushHosts: config.pushHosts, outbound: { open: outbound, named }, readSamples, log, now }
}

/**
 * Returns the browser as a device of the person. Refuses what `problemOfSubscription` finds, LENGTH_OUT_OF_RANGE, PUSH_DEVICES_LIMIT, and
 * PUSH_NOT_IN_DEMO in the demo company, which sends nothing.
 */
export async function addDevice(
  deps: ApiDeps,
  { companyId, userId }: Actor,
  { label: typed, ...subscription }: BrowserSubscription & { readonly label: string },
): Promise<Device> {
  const label = typed.trim()
  if (label.length < LABEL.min || label.length > LABEL.max)
    throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'label', params: LABEL })
  const problem = problemOfSubscription(subscription, deps.config.pushHosts)
  if (problem !== null) throw new Refusal(problem)
  if (companyId === DEMO_COMPANY_ID) throw new Refusal({ code: 'PUSH_NOT_IN_DEMO' })
  await deps.database.inSystem((tx) => deleteOfOthers(tx, userId, subscription))
  return deps.database.inTenant(companyId, async (tenant) => {
    const device = await storeDevice(tenant, deps.database.vault, { userId, label, ...subscription })
    const all = await listDevices(tenant, userId)
    if (all.length > MAX_DEVICES) throw new Refusal({ code: 'PUSH_DEVICES_LIMIT', params: { max: MAX_DEVICES } })
    return device
  })
}

/** Removes a device of the person; refuses PUSH_DEVICE_NOT_FOUND. */
export async function removeDevice({ database }: Pick<ApiDeps, 'database'>, { companyId, userId }: Actor, id: string): Promise<void> {
  const isDone = await database.inTenant(companyId, (tenant) => deleteDevice(tenant, userId, id))
  if (!isDone) throw new Refusal({ code: 'PUSH_DEVICE_NOT_FOUND', params: { id } })
}

/** Returns what came of a message to the device that says that it works; one that its service knows no more is removed. Refuses PUSH_DEVICE_NOT_FOUND. */
export async function testDevice(
  deps: ApiDeps,
  { companyId, userId }: Actor,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<PushTest> {
  const device = await deps.database.inTenant(companyId, (tenant) => findDevice(tenant, userId, id))
  if (device === null) throw new Refusal({ code: 'PUSH_DEVICE_NOT_FOUND', params: { id } })
  const at = deps.now()
  const event = { id: device.id, event: 'FIRED', severity: 'WARNING', isWorse: false, usefulUntil: at + 5 * MINUTE_MS, now: at } as const
  const message = pushOf({ title: text, line: device.label, link: `${deps.config.publicUrl}/profile` }, event)
  if (message === null) return 'FAILED'
  const subscription = openSubscription(deps.database.vault, companyId, device)
  const status = subscription === null ? null : (await handOver(pushDeps(deps), subscription, message)).status
  const isGone = status === 404 || status === 410
  const isTaken = status !== null && status >= 200 && status < 300
  await deps.database.inTenant(companyId, async (tenant) => {
    if (isGone) await deleteGone(tenant, [id])
    if (isTaken) await noteTaken(tenant, [id], new Date(at))
  })
  return isTaken ? 'SENT' : isGone ? 'GONE' : 'FAILED'
}
