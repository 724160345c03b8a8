import { COMMAND_ANSWERS } from '#engine/output/counterReset.ts'
import type { CompanyId, DeviceId } from '#engine/ids.ts'
import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { answerCommand, listWaitingDevices, takeCommands } from '#server/device/deviceCommand.store.ts'
import type { WaitingCommand } from '#server/device/deviceCommand.store.ts'
import type { Logger } from '#server/log.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import { commandTopic } from './topicAcl.ts'

/** What a connection that listens for commands gets. */
type CommandMessage = { readonly topic: string; readonly payload: string }

type CommandDeps = {
  readonly database: Pick<Database, 'inSystem' | 'inTenant'>
  readonly log: Logger
  readonly now: () => number
  /** Hands a message to the connections that subscribed to its topic. */
  readonly publish: (message: CommandMessage) => void
  readonly everyMs?: number
}

const EVERY_MS = 2 * SECOND_MS
/** A command without an answer is sent again after this; the device knows it by its id. */
const AGAIN_MS = MINUTE_MS
const MAX_ANSWER_BYTES = 4_096
const MAX_DETAIL = 500
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Sends commands to the devices that listen for them here, and takes their answers (domain.md O-21, docs/telemetry.md). */
export class DeviceCommands {
  readonly #deps: CommandDeps
  readonly #listening = new Map<DeviceId, Set<object>>()
  readonly #timer: NodeJS.Timeout
  #isAsking = false

  constructor(deps: CommandDeps) {
    this.#deps = deps
    this.#timer = setInterval(() => void this.#sendDue(), deps.everyMs ?? EVERY_MS)
    this.#timer.unref()
  }

  /** Has the device's commands sent to the connection from now on: at once those without an answer. */
  async listen(deviceId: DeviceId, connection: object): Promise<void> {
    this.#listening.set(deviceId, (this.#listening.get(deviceId) ?? new Set()).add(connection))
    await this.#send([deviceId], this.#deps.now())
  }

  /** Ends it for a connection that is gone, or wants no more. */
  leave(deviceId: DeviceId, connection: object): void {
    const connections = this.#listening.get(deviceId)
    connections?.delete(connection)
    if (connections?.size === 0) this.#listening.delete(deviceId)
  }

  /** Stores what the device answers. What is no answer, or none to a command of the device, is counted and forgotten. */
  async answer(device: { readonly id: DeviceId; readonly companyId: CompanyId | null }, payload: Uint8Array): Promise<void> {
    const answer = readAnswer(payload)
    const { id, companyId } = device
    const isFirst =
      answer !== null &&
      companyId !== null &&
      (await this.#deps.database.inTenant(companyId, (tenant) => answerCommand(tenant, id, { ...answer, at: this.#deps.now() })))
    ingestMetrics.commandAnswers.increment(1, { result: answer === null ? 'UNREADABLE' : isFirst ? answer.answer : 'UNKNOWN' })
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #sendDue(): Promise<void> {
    if (this.#isAsking || this.#listening.size === 0) return
    this.#isAsking = true
    await this.#send(null, this.#deps.now() - AGAIN_MS)
    this.#isAsking = false
  }

  /** null = all that listen here; of them only those for which something waits are named to the database. */
  async #send(devices: readonly DeviceId[] | null, sentBefore: number): Promise<void> {
    const { database, log, now, publish } = this.#deps
    try {
      const commands = await database.inSystem(async (tx) => {
        const asked = { now: now(), sentBefore }
        const deviceIds = devices ?? (await listWaitingDevices(tx, asked)).filter((id) => this.#listening.has(id))
        return deviceIds.length === 0 ? [] : await takeCommands(tx, { ...asked, deviceIds })
      })
      for (const command of commands) publish(messageOf(command))
    } catch (error) {
      log.debug({ err: error }, 'commands wait: the database is away')
    }
  }
}

function messageOf({ id, deviceId, cause, createdAt, expiresAt }: WaitingCommand): CommandMessage {
  const payload = {
    id,
    command: 'RESET_OUTPUT',
    cause,
    at: new Date(createdAt).toISOString(),
    validUntil: new Date(expiresAt).toISOString(),
  }
  return { topic: commandTopic(deviceId), payload: JSON.stringify(payload) }
}

/** Returns the answer that the message holds, or null. */
export function readAnswer(payload: Uint8Array) {
  if (payload.length > MAX_ANSWER_BYTES) return null
  try {
    const said: unknown = JSON.parse(Buffer.from(payload).toString('utf8'))
    if (typeof said !== 'object' || said === null || !('id' in said) || !('answer' in said)) return null
    const { id } = said
    const answer = COMMAND_ANSWERS.find((one) => one === said.answer)
    if (typeof id !== 'string' || !GUID.test(id) || answer === undefined) return null
    const detail = 'detail' in said && typeof said.detail === 'string' ? said.detail.replaceAll('\u0000', '').slice(0, MAX_DETAIL) : null
    return { id, answer, detail: detail === '' ? null : detail }
  } catch {
    return null
  }
}
