/**
 * Publishes with QoS 1 over raw sockets, ten values that change with each message, each connection with a window of messages in flight, and prints the acknowledged
 * ones. A process of its own; a general MQTT client costs several times the measured server.
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ACKNOWLEDGEMENT_BYTES, connectPacket, messageOf, publishTemplate, valuesOf } from './packets.ts'
import type { Template } from './packets.ts'

const { values: given } = parseArgs({
  options: {
    port: { type: 'string' },
    fleet: { type: 'string' },
    window: { type: 'string' },
    seconds: { type: 'string' },
    start: { type: 'string' },
    step: { type: 'string' },
    limit: { type: 'string' },
    ramp: { type: 'string' },
  },
})
const port = Number(given.port)
const window = Number(given.window ?? 16)
const seconds = Number(given.seconds ?? 8)
const stepMs = Number(given.step ?? 1000)
/** Messages a connection; Infinity = until the time is over. */
const limit = Number(given.limit ?? Infinity)
/** New connections a second after the first 1,900, as the listener admits them from one address; nothing is sent before all are open. */
const ramp = Number(given.ramp ?? Infinity)
const AT_ONCE = 1_900
const fleet: unknown = JSON.parse(readFileSync(given.fleet ?? '', 'utf8'))
if (!Array.isArray(fleet)) throw new Error('the fleet is a list of devices')

const LATENCY_EVERY = 16

const latencies: number[] = []
let acknowledged = 0
let counted = 0
let countFrom = Infinity
let isOver = false

class Device {
  readonly #socket: Socket
  readonly #running: Template
  readonly #idle: Template
  #sent = 0
  #received = 0
  #skip = ACKNOWLEDGEMENT_BYTES
  #rest = 0
  #at: number
  readonly #sentAt = new Float64Array(window)

  constructor(id: string, secret: string) {
    this.#at = Number(given.start ?? Date.now())
    this.#running = publishTemplate(id, valuesOf(true))
    this.#idle = publishTemplate(id, valuesOf(false))
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('connect', () => this.#socket.write(connectPacket(id, secret)))
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#socket.on('error', () => undefined)
  }

  begin(): void {
    this.#send(window)
  }

  end(): void {
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    let bytes = chunk.length
    if (this.#skip > 0) {
      if (chunk[3] !== 0) throw new Error(`the connection was refused with ${chunk[3]}`)
      bytes -= this.#skip
      this.#skip = 0
      if (Number.isFinite(ramp)) return
      this.begin()
    }
    this.#rest += bytes
    const count = Math.floor(this.#rest / ACKNOWLEDGEMENT_BYTES)
    this.#rest -= count * ACKNOWLEDGEMENT_BYTES
    if (count === 0) return
    const now = performance.now()
    for (let index = 0; index < count; index++) {
      if (this.#received % LATENCY_EVERY === 0 && now > countFrom) latencies.push(now - (this.#sentAt[this.#received % window] ?? now))
      this.#received++
    }
    acknowledged += count
    if (now > countFrom && !isOver) counted += count
    this.#send(count)
  }

  #send(count: number): void {
    if (isOver) return
    const now = performance.now()
    const parts: Buffer[] = []
    for (let index = 0; index < count && this.#sent < limit; index++) {
      this.#sentAt[this.#sent % window] = now
      parts.push(this.#next())
      this.#sent++
    }
    if (parts.length > 0) this.#socket.write(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts))
  }

  #next(): Buffer {
    // A stop of 128 messages after each 896 of running.
    const template = Math.floor(this.#sent / 128) % 8 === 7 ? this.#idle : this.#running
    const packet = messageOf(template, this.#sent, this.#at)
    this.#at = given.start === undefined ? Math.max(this.#at + 1, Date.now()) : this.#at + stepMs
    return packet
  }
}

const devices: Device[] = []
for (const one of fleet) {
  devices.push(new Device(one.id, one.secret))
  if (devices.length > AT_ONCE && Number.isFinite(ramp) && devices.length % 20 === 0) await sleep(20_000 / ramp)
}
if (Number.isFinite(ramp)) {
  await sleep(1_000)
  for (const device of devices) device.begin()
}
const startedAt = performance.now()
const warmUpMs = Number.isFinite(limit) ? 0 : Math.min(3_000, seconds * 250)
countFrom = startedAt + warmUpMs
const timer = setInterval(() => {
  const now = performance.now()
  const isDone = Number.isFinite(limit) && acknowledged >= limit * devices.length
  if (!isDone && now < startedAt + warmUpMs + seconds * 1000) return
  clearInterval(timer)
  isOver = true
  latencies.sort((a, b) => a - b)
  const at = (share: number): number => Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 10) / 10
  const perSecond = Math.round(counted / ((now - countFrom) / 1000))
  process.stdout.write(`${JSON.stringify({ acknowledged, perSecond, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(0.9999) })}\n`)
  for (const device of devices) device.end()
  process.exit(0)
}, 5)
