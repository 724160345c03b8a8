import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { DeviceLogin } from '../deviceConnection.ts'

const fileSchema = z.record(z.string(), z.object({ deviceId: z.string(), secret: z.string() }))

/** The devices that earlier replays registered: a secret is shown only once, and the same recording must come from the same device. */
export class KnownDevices {
  readonly #path: string
  readonly #scope: string
  readonly #devices: Map<string, DeviceLogin>

  /** The scope separates recordings of other servers, companies and kinds. */
  constructor(path: string, scope: string) {
    this.#path = path
    this.#scope = scope
    this.#devices = new Map(Object.entries(read(path)))
  }

  find(device: string): DeviceLogin | undefined {
    return this.#devices.get(this.#keyOf(device))
  }

  keep(device: string, login: DeviceLogin): void {
    this.#devices.set(this.#keyOf(device), login)
    mkdirSync(dirname(this.#path), { recursive: true })
    writeFileSync(`${this.#path}.new`, `${JSON.stringify(Object.fromEntries(this.#devices), null, 2)}\n`, { mode: 0o600 })
    renameSync(`${this.#path}.new`, this.#path)
  }

  #keyOf(device: string): string {
    return `${this.#scope} ${device}`
  }
}

function read(path: string): z.output<typeof fileSchema> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return {}
  }
  const parsed = fileSchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`The file ${path} does not hold the devices of earlier replays; remove it to register new ones.`)
  return parsed.data
}
