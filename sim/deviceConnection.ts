import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'

/** How a device signs in: the user name is its id, the password its secret. */
export type DeviceLogin = { readonly deviceId: string; readonly secret: string }

/** The broker's address. */
export type Broker = { readonly host: string; readonly port: number }

export type Payload = readonly { readonly at: number | string; readonly values: Readonly<Record<string, number | boolean | null>> }[]

/** Returns the broker of a text like `127.0.0.1:1883`; refuses a text without a port. */
export function parseBroker(text: string): Broker {
  const match = /^(.+):([0-9]{1,5})$/.exec(text)
  const port = Number(match?.[2])
  if (match?.[1] === undefined || port < 1 || port > 65_535)
    throw new Error(`The broker must be host:port, such as 127.0.0.1:1883; ${JSON.stringify(text)} is not.`)
  return { host: match[1].replace(/^\[(.*)\]$/, '$1'), port }
}

/** A command from the server, and what a device says to it. */
export type DeviceCommand = { readonly id: string; readonly command: string; readonly cause: string }
export type CommandReply = { readonly answer: 'DONE' | 'REFUSED'; readonly detail?: string }

/** One device's connection to the broker: MQTT 3.1.1, at-least-once, a published message counts when it is acknowledged. */
export class DeviceConnection {
  readonly #client: MqttClient
  readonly #topic: string

  constructor(
    broker: Broker,
    login: DeviceLogin,
    onTrouble: (text: string) => void,
    onCommand: ((command: DeviceCommand) => CommandReply) | null = null,
  ) {
    this.#topic = `v1/devices/${login.deviceId}/telemetry`
    this.#client = mqtt.connect({
      ...broker,
      protocol: 'mqtt',
      protocolVersion: 4,
      clientId: login.deviceId,
      username: login.deviceId,
      password: login.secret,
      clean: true,
      keepalive: 30,
      connectTimeout: 10_000,
      reconnectPeriod: 1_000,
      // A message that was not acknowledged is sent again by its publisher, who knows what has become of it.
      resubscribe: false,
      queueQoSZero: false,
    })
    this.#client.on('error', (error) => onTrouble(error.message))
    if (onCommand !== null) this.#answerCommands(`v1/devices/${login.deviceId}/commands`, onCommand)
  }

  get isConnected(): boolean {
    return this.#client.connected
  }

  /** Resolves when the device is signed in; refuses when it is not within the time. */
  async ready(limitMs: number = 10_000): Promise<void> {
    if (this.#client.connected) return
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no connection within ${limitMs} ms`)), limitMs)
      const end = (settle: () => void) => () => {
        clearTimeout(timer)
        settle()
      }
      this.#client.once('connect', end(resolve))
      this.#client.once('error', (error) => end(() => reject(error))())
    })
  }

  /** Resolves when the server has acknowledged the samples: they are stored then. */
  async publish(samples: Payload): Promise<void> {
    await this.#client.publishAsync(this.#topic, JSON.stringify(samples), { qos: 1 })
  }

  /** Each connection begins with an empty session, so it subscribes again. */
  #answerCommands(topic: string, onCommand: (command: DeviceCommand) => CommandReply): void {
    this.#client.on('connect', () => this.#client.subscribe(topic, { qos: 1 }))
    this.#client.on('message', (_topic, payload) => {
      const command = commandOf(payload.toString('utf8'))
      if (command === null) return
      this.#client.publish(`${topic}/answer`, JSON.stringify({ id: command.id, ...onCommand(command) }), { qos: 1 })
    })
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true)
  }
}

function commandOf(text: string): DeviceCommand | null {
  const said: unknown = JSON.parse(text)
  if (typeof said !== 'object' || said === null || !('id' in said) || !('command' in said) || !('cause' in said)) return null
  return { id: String(said.id), command: String(said.command), cause: String(said.cause) }
}
