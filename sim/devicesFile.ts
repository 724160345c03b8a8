import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const devicesSchema = z.object({
  installedAt: z.number(),
  devices: z.array(z.object({ key: z.string(), deviceId: z.string(), secret: z.string() })),
})

/** The device of each machine, its sign-in, and the start of the machines. */
export type Devices = z.infer<typeof devicesSchema>

/** Returns the devices of the file that the server keeps for its simulated factory. */
export function readDevices(path: string): Devices {
  return devicesSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
}

const publishedSchema = z.record(z.string(), z.number())

/** Up to which instant each device's samples have been acknowledged, by device id. */
export class Published {
  readonly #path: string
  readonly #until: Map<string, number>
  #isDirty = false

  constructor(path: string) {
    this.#path = path
    this.#until = new Map(Object.entries(readPublished(path)))
  }

  until(deviceId: string): number | undefined {
    return this.#until.get(deviceId)
  }

  advance(deviceId: string, until: number): void {
    this.#until.set(deviceId, until)
    this.#isDirty = true
  }

  /** Writes what changed, in one step; a lost write only means that some samples are sent again, which changes nothing. */
  save(): void {
    if (!this.#isDirty) return
    writeFileSync(`${this.#path}.new`, JSON.stringify(Object.fromEntries(this.#until)), { mode: 0o600 })
    renameSync(`${this.#path}.new`, this.#path)
    this.#isDirty = false
  }
}

function readPublished(path: string): Record<string, number> {
  try {
    return publishedSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return {}
  }
}
