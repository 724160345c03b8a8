import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import type { TestMachine } from '#server/testing/testMachines.ts'

const measurement = z.object({ acknowledged: z.number(), p50Ms: z.number(), p99Ms: z.number(), maxMs: z.number() })
export type Measurement = z.output<typeof measurement>

type Options = { readonly port: number; readonly everyMs: number }
type Process = ChildProcessByStdio<Writable, Readable, null>

/** Devices that have nothing to do with what happens, in a process of their own: how soon they hear their acknowledgements. */
export class Others {
  readonly #directory: string
  readonly #options: Options
  #process: Process
  #lines: AsyncIterator<string>

  private constructor(directory: string, options: Options) {
    this.#directory = directory
    this.#options = options
    this.#process = this.#spawn()
    this.#lines = linesOf(this.#process)
  }

  /** Returns the devices once they send. */
  static async start(fleet: readonly TestMachine[], options: Options): Promise<Others> {
    const directory = await mkdtemp(join(tmpdir(), 'trueline-others-'))
    await writeFile(join(directory, 'fleet.json'), JSON.stringify(fleet.map(({ deviceId: id, secret }) => ({ id, secret }))))
    const others = new Others(directory, options)
    await others.#lines.next()
    return others
  }

  /** Returns how soon messages were acknowledged that were sent while the work was done. */
  async during(work: () => Promise<unknown>): Promise<Measurement> {
    this.#process.stdin.write('measure\n')
    await work()
    this.#process.stdin.end()
    const line = await this.#lines.next()
    await once(this.#process, 'close')
    this.#process = this.#spawn()
    this.#lines = linesOf(this.#process)
    await this.#lines.next()
    return measurement.parse(JSON.parse(line.value ?? '{}'))
  }

  async end(): Promise<void> {
    this.#process.kill('SIGKILL')
    await rm(this.#directory, { recursive: true, force: true })
  }

  #spawn(): Process {
    const { port, everyMs } = this.#options
    const args = ['--port', String(port), '--fleet', join(this.#directory, 'fleet.json'), '--every', String(everyMs)]
    return spawn(process.execPath, [join(import.meta.dirname, '../ingest/steadyLoad.ts'), ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  }
}

function linesOf(child: Process): AsyncIterator<string> {
  return createInterface({ input: child.stdout })[Symbol.asyncIterator]()
}
