/**
 * Sends as machines of a factory do: each on its own connection, a message of twelve values each few seconds at its own moment, running with a stop of a
 * minute in ten, counting pieces. Prints JSON lines: `connected`, then, once standard input ends, what was acknowledged and how fast.
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ACKNOWLEDGEMENT_BYTES, connectPacket, publishPacket } from './packets.ts'

const { values: given } = parseArgs({ options: { port: { type: 'string' }, fleet: { type: 'string' }, every: { type: 'string' } } })
const everyMs = Number(given.every ?? 5_000)
const fleet: unknown = JSON.parse(readFileSync(given.fleet ?? '', 'utf8'))
if (!Array.isArray(fleet)) throw new Error('the fleet is a list of devices')

/** As the listener admits them from one address, with a margin. */
const CONNECTIONS_A_SECOND = 280
const CONNECTIONS_AN_ADDRESS = 5_000
const STOP_EVERY_MS = 600_000
const STOP_MS = 60_000
/** A rejected piece in so many. */
const REJECT_EVERY = 200

const latencies: number[] = []
let acknowledged = 0
let isMeasured = false

class Machine {
  readonly #socket: Socket
  readonly #id: string
  readonly #phaseMs = Math.random() * STOP_EVERY_MS
  #sent = 0
  #pieces = 0
  #sentAt = 0
  #rest = -ACKNOWLEDGEMENT_BYTES

  constructor(id: string, secret: string, address: string) {
    this.#id = id
    this.#socket = connect({ port: Number(given.port), host: '127.0.0.1', localAddress: address, noDelay: true })
    this.#socket.on('connect', () => this.#socket.write(connectPacket(id, secret)))
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#socket.on('error', () => undefined)
  }

  begin(): void {
    setTimeout(() => {
      this.#send()
      setInterval(() => this.#send(), everyMs)
    }, Math.random() * everyMs)
  }

  #receive(chunk: Buffer): void {
    this.#rest += chunk.length
    if (this.#rest < ACKNOWLEDGEMENT_BYTES) return
    this.#rest -= ACKNOWLEDGEMENT_BYTES
    if (!isMeasured) return
    acknowledged++
    latencies.push(performance.now() - this.#sentAt)
  }

  #send(): void {
    const now = Date.now()
    const isRunning = (now + this.#phaseMs) % STOP_EVERY_MS >= STOP_MS
    const digit = (this.#sent * 7) % 10
    if (isRunning) this.#pieces += Math.round(everyMs / 1_100)
    this.#sent++
    this.#sentAt = performance.now()
    this.#socket.write(
      publishPacket(this.#id, this.#sent, {
        at: now,
        values: {
          POWER: (isRunning ? 12 : 0.4) + digit / 100,
          ELECTRIC_CURRENT_A: 18 + digit / 10,
          ELECTRIC_CURRENT_B: 18.2 + digit / 10,
          ELECTRIC_CURRENT_C: 17.9 + digit / 10,
          TEMPERATURE: 42 + digit / 10,
          VIBRATION: 1.3 + digit / 100,
          PRESSURE: 6.2 + digit / 100,
          BATTERY_LEVEL: 97,
          SIGNAL_LEVEL: -71 + (digit % 3),
          EFFICIENCY: 90 + (digit % 2),
          TOTAL_OUTPUT: this.#pieces,
          REJECTED_OUTPUT: Math.floor(this.#pieces / REJECT_EVERY),
        },
      }),
    )
  }

  end(): void {
    this.#socket.destroy()
  }
}

const machines: Machine[] = []
for (const one of fleet) {
  machines.push(new Machine(one.id, one.secret, `127.0.0.${1 + Math.floor(machines.length / CONNECTIONS_AN_ADDRESS)}`))
  if (machines.length % 28 === 0) await sleep(28_000 / CONNECTIONS_A_SECOND)
}
await sleep(1_000)
for (const machine of machines) machine.begin()
say({ connected: machines.length })
process.stdin.on('data', () => {
  isMeasured = true
})
process.stdin.on('end', () => {
  latencies.sort((a, b) => a - b)
  const at = (share: number): number => Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 10) / 10
  say({ acknowledged, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1 - 1e-9) })
  for (const machine of machines) machine.end()
  process.exit(0)
})

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
