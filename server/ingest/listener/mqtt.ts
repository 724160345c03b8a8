import { createServer, Socket } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { Aedes } from 'aedes'
import type { AedesOptions, AuthenticateError, Client } from 'aedes'
import type { DeviceId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import type { MqttTls } from '#server/config.ts'
import { isDeviceSecret } from '#server/device/deviceSecret.ts'
import type { Logger } from '#server/log.ts'
import type { PartState } from '#server/partState.ts'
import { ConnectionLimits } from './connectionLimits.ts'
import { DeviceCommands } from './deviceCommands.ts'
import type { DeviceRegistry, KnownDevice } from './deviceRegistry.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import { DeviceStream } from './deviceStream.ts'
import type { DeviceSession } from './deviceStream.ts'
import type { Receiver } from './receiver.ts'
import { createTlsServer } from './tlsServer.ts'
import { answerTopic, commandTopic, mayUse, telemetryTopic } from './topicAcl.ts'

export type MqttListener = {
  readonly port: number
  /** Where devices connect over TLS; null = nowhere. */
  readonly tls: { readonly port: number; state(): PartState; reload(): Promise<void> } | null
  /** Open connections of devices. */
  connections(): number
  close(): Promise<void>
}

type MqttDeps = {
  readonly host: string
  /** 0 = any free port. */
  readonly port: number
  readonly tls?: MqttTls | null
  readonly registry: DeviceRegistry
  readonly receiver: Pick<Receiver, 'begin' | 'add' | 'submit' | 'backpressure'>
  readonly log: Logger
  /** Where commands to devices are kept, and the clock by which they end. */
  readonly database: Pick<Database, 'inSystem' | 'inTenant'>
  readonly now: () => number
  /** Whether this process serves the device's partition now. */
  readonly serves: (device: KnownDevice) => boolean
}

const SERVER_UNAVAILABLE = 3
const BAD_USER_OR_PASSWORD = 4
const CONNECT_TIMEOUT_MS = 10_000
const TCP_KEEP_ALIVE_MS = 60_000
const MAX_CONNECTIONS = 20_000
/** A device that was unclaimed a moment ago is read again after this long. */
const CLAIM_CHECK_MS = 2_000
const SWEEP_MS = 60_000
const NO_HASH = '0'.repeat(64)

/** A device with several programs has several connections. */
const MAX_CONNECTIONS_OF_DEVICE = 16
/** Messages of QoS 2 of one connection that the device has not released yet; aedes ends a connection with more. */
const MAX_UNRELEASED = 1_000
const NO_PAYLOAD = Buffer.alloc(0)

/** The connections by their socket. */
type Streams = WeakMap<object, DeviceStream>

/** The signed-in connections of each device, oldest first. */
type OpenConnections = Map<DeviceId, Set<Socket>>

/**
 * Opens the MQTT 3.1.1 listener. User name is the device id, password its secret; a QoS 1 or 2 message is acknowledged after its commit
 * (topicAcl.ts, docs/telemetry.md). Ordinary telemetry is taken from the socket before the broker sees it (deviceStream.ts).
 */
export async function openMqttListener(deps: MqttDeps): Promise<MqttListener> {
  const streams: Streams = new WeakMap()
  const limits = new ConnectionLimits()
  const { broker, commands } = await createBroker(deps, streams, limits)
  const isAdmitted = (socket: Socket): boolean => {
    const refusal = admit(socket, limits)
    if (refusal !== null) ingestMetrics.refusedConnections.increment(1, { reason: refusal })
    return refusal === null
  }
  const take = (socket: Socket): void => {
    streams.set(socket, new DeviceStream(socket, deps))
    broker.handle(socket)
  }
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: TCP_KEEP_ALIVE_MS }, (socket) => {
    if (isAdmitted(socket)) take(socket)
  })
  const { tls: tlsSettings = null } = deps
  const tls = tlsSettings === null ? null : await createTlsServer({ tls: tlsSettings, log: deps.log, admit: isAdmitted, take })
  const servers = tls === null ? [server] : [server, tls.server]
  for (const one of servers) one.maxConnections = MAX_CONNECTIONS
  const sweep = setInterval(() => limits.sweep(Date.now()), SWEEP_MS)
  sweep.unref()
  const close = async (): Promise<void> => {
    clearInterval(sweep)
    commands.close()
    tls?.end()
    const closed = servers.filter((one) => one.listening).map((one) => new Promise<void>((resolve) => one.close(() => resolve())))
    await new Promise<void>((resolve) => broker.close(resolve))
    await Promise.all(closed)
  }
  try {
    await listen(server, deps)
    if (tls !== null && tlsSettings !== null) await listen(tls.server, tlsSettings)
  } catch (error) {
    await close()
    throw error
  }
  return {
    port: portOf(server),
    tls: tls === null ? null : { port: portOf(tls.server), state: () => tls.state(), reload: () => tls.reload() },
    connections: () => broker.connectedClients,
    close,
  }
}

async function createBroker(
  deps: MqttDeps,
  streams: Streams,
  limits: ConnectionLimits,
): Promise<{ readonly broker: Aedes; readonly commands: DeviceCommands }> {
  const open: OpenConnections = new Map()
  const sessionOf = (client: Client): DeviceSession | null => streams.get(client.conn)?.session ?? null
  const options: AedesOptions = {
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxInflightInbound: MAX_UNRELEASED,
    preConnect: (client, packet, done) => {
      // A session belongs to the device, so that nobody takes over another device's by its client id.
      packet.clientId = `${packet.username ?? ''}/${packet.clientId}`
      // The broker does not hear of what is taken before it, so the stream watches over silence.
      streams.get(client.conn)?.keepAlive(packet.keepalive ?? 0)
      packet.keepalive = 0
      // Nothing is sent to a device that is away, so a session ends with its connection, and takes no memory after it.
      packet.clean = true
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      void authenticate(deps, username, password).then((result) => {
        if (typeof result === 'object') {
          beginSession(streams.get(client.conn), result)
          limitSessions(open, result.id, client.conn)
          return done(null, true)
        }
        if (result === BAD_USER_OR_PASSWORD) limits.fail(addressOf(client.conn), Date.now())
        ingestMetrics.refusedConnections.increment(1, { reason: result === BAD_USER_OR_PASSWORD ? 'MQTT_UNAUTHORIZED' : 'UNAVAILABLE' })
        return done(Object.assign(new Error('refused'), { returnCode: result }) satisfies AuthenticateError, null)
      })
    },
    authorizePublish: (client, packet, done) => {
      const session = client === null ? null : sessionOf(client)
      if (session === null || (packet.topic !== session.topic && !mayUse(session.deviceId, packet.topic, 'publish'))) {
        return done(new Error('this topic is not the device’s own'))
      }
      packet.retain = false
      const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
      if (packet.topic === answerTopic(session.deviceId)) return takeAnswer(deps, commands, session.deviceId, payload, done)
      const stream = client === null ? undefined : streams.get(client.conn)
      stream?.hold(payload.length)
      return publish(deps, session, payload, (error) => {
        stream?.letGo(payload.length)
        // The broker keeps a message of QoS 2 until it is released. It is in the log, so only its packet identifier counts.
        packet.payload = NO_PAYLOAD
        done(error)
      })
    },
    authorizeSubscribe: (client, subscription, done) => {
      const session = sessionOf(client)
      const isAllowed = session !== null && mayUse(session.deviceId, subscription.topic, 'subscribe')
      done(null, isAllowed ? subscription : null)
    },
  }
  const broker = await Aedes.createBroker(options)
  skipFanOut(broker)
  const commands = new DeviceCommands({
    ...deps,
    publish: (message) => broker.publish({ cmd: 'publish', ...message, qos: 1, retain: false, dup: false }, ignore),
  })
  const isOfCommands = (topic: string, deviceId: DeviceId) => topic === commandTopic(deviceId)
  broker.on('subscribe', (subscriptions, client) => {
    const { conn } = client
    const deviceId = sessionOf(client)?.deviceId
    if (deviceId === undefined || !subscriptions.some(({ topic }) => isOfCommands(topic, deviceId))) return
    conn.once('close', () => commands.leave(deviceId, conn))
    void commands.listen(deviceId, conn)
  })
  broker.on('unsubscribe', (topics, client) => {
    const deviceId = sessionOf(client)?.deviceId
    if (deviceId !== undefined && topics.some((topic) => isOfCommands(topic, deviceId))) commands.leave(deviceId, client.conn)
  })
  broker.on('clientError', (client, error) =>
    deps.log.debug({ deviceId: sessionOf(client)?.deviceId, error: error.message }, 'a device connection ended'),
  )
  broker.on('connectionError', (_client, error) => deps.log.debug({ error: error.message }, 'a device connection was refused'))
  return { broker, commands }
}

/** An answer is acknowledged once it is stored; without a database the connection ends, and the device sends it again. */
function takeAnswer(
  deps: MqttDeps,
  commands: DeviceCommands,
  deviceId: DeviceId,
  payload: Uint8Array,
  done: (error?: Error | null) => void,
): void {
  const device = deps.registry.cached(deviceId)
  if (device === undefined) return done(new Error('the device is gone'))
  void commands.answer(device, payload).then(
    () => done(null),
    () => done(new Error('the answer could not be stored')),
  )
}

/** What a device publishes has no subscribers by the topic table; not looking for them saves a third of the broker's time. */
function skipFanOut(broker: Aedes): void {
  const publishToSubscribers = broker.publish.bind(broker)
  type Done = (error?: Error) => void
  const direct = (packet: Parameters<Aedes['publish']>[0], clientOrDone: Client | Done | null, done?: Done): void => {
    if (typeof clientOrDone === 'function') publishToSubscribers(packet, clientOrDone)
    else if (clientOrDone === null) publishToSubscribers(packet, done ?? ignore)
    else done?.()
  }
  Object.assign(broker, { publish: direct })
}

/** Ends the oldest connection of a device that opens more than it can use; a half-open one must not keep it out. */
function limitSessions(open: OpenConnections, id: DeviceId, connection: object): void {
  if (!(connection instanceof Socket)) return
  const own = open.get(id) ?? new Set<Socket>()
  open.set(id, own.add(connection))
  connection.once('close', () => {
    own.delete(connection)
    if (own.size === 0 && open.get(id) === own) open.delete(id)
  })
  for (const oldest of own) {
    if (own.size <= MAX_CONNECTIONS_OF_DEVICE) return
    own.delete(oldest)
    oldest.destroy()
    ingestMetrics.refusedConnections.increment(1, { reason: 'TOO_MANY_OF_DEVICE' })
  }
}

function beginSession(stream: DeviceStream | undefined, { id }: KnownDevice): void {
  const topic = telemetryTopic(id)
  if (stream) stream.session = { deviceId: id, topic, topicBytes: Buffer.from(topic), claimCheckedAt: Date.now() }
}

/** Takes a message parsed by the broker: QoS 2, of an unclaimed device, or sent together with CONNECT. */
function publish(deps: MqttDeps, session: DeviceSession, payload: Uint8Array, done: (error?: Error | null) => void): void {
  const device = deps.registry.cached(session.deviceId)
  if (device === undefined) return done(new Error('the device is gone'))
  const receive = (from: KnownDevice): void => {
    const draft = deps.receiver.begin(from)
    deps.receiver.add(draft, payload)
    deps.receiver.submit(draft, 'mqtt', done)
  }
  if (device.companyId !== null || Date.now() - session.claimCheckedAt <= CLAIM_CHECK_MS) return receive(device)
  session.claimCheckedAt = Date.now()
  void deps.registry
    .load(session.deviceId)
    .catch(() => device)
    .then((fresh) => receive(fresh ?? device))
}

/** Returns the device, or the MQTT return code of the refusal; an unknown device takes as long as a wrong secret. */
async function authenticate(deps: MqttDeps, username: string | undefined, password: Buffer | undefined): Promise<KnownDevice | number> {
  const secret = password?.toString('utf8') ?? ''
  const id = username ?? ''
  const cached = deps.registry.cachedByText(id)
  try {
    const device = cached && isDeviceSecret(secret, cached.secretHash) ? cached : await deps.registry.load(id)
    if (!isDeviceSecret(secret, device?.secretHash ?? NO_HASH) || device === null || device.isTrial) return BAD_USER_OR_PASSWORD
    return deps.serves(device) ? device : SERVER_UNAVAILABLE
  } catch {
    return SERVER_UNAVAILABLE
  }
}

function admit(socket: Socket, limits: ConnectionLimits): string | null {
  const address = addressOf(socket)
  const refusal = limits.open(address, Date.now())
  if (refusal !== null) {
    socket.destroy()
    return refusal
  }
  socket.once('close', () => limits.close(address))
  return null
}

function addressOf(connection: unknown): string {
  const isSocket = typeof connection === 'object' && connection !== null && 'remoteAddress' in connection
  return isSocket && typeof connection.remoteAddress === 'string' ? connection.remoteAddress : 'unknown'
}

async function listen(server: Server, { host, port }: Pick<MqttDeps, 'host' | 'port'>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, backlog: 4096 }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the MQTT listener has no port')
  return address.port
}

function ignore(): void {}
