import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { choosePort } from '#server/freePort.ts'

const START_LIMIT_MS = 180_000
const END_LIMIT_MS = 60_000
const PROJECT = join(import.meta.dirname, '../..')

export type ServerProcessOptions = {
  readonly dataDir: string
  /** Flags of Node. */
  readonly flags?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** The program that is started; the server by default. */
  readonly program?: 'server/main.ts' | 'server/testing/databaseProcess.ts'
  /** The checkout that is started; this one by default. */
  readonly project?: string
  /** User and group id to run as; needs root. */
  readonly runAs?: { readonly uid: number; readonly gid: number }
}

/** A server of its own, in a process of its own, for tests that kill and cut. */
export class ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  #output = ''

  constructor(port: number, options: ServerProcessOptions) {
    this.url = `http://127.0.0.1:${port}`
    const project = options.project ?? PROJECT
    const program = join(project, options.program ?? 'server/main.ts')
    this.child = spawn(process.execPath.replace(PROJECT, project), [...(options.flags ?? []), program], {
      cwd: project,
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
        DEMO: 'off',
        LOG_LEVEL: 'warn',
        MQTT_PORT: '0',
        PORT: String(port),
        DATA_DIR: options.dataDir,
        ...options.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options.runAs,
    })
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => void (this.#output += chunk.toString()))
  }

  /** Everything that it has written so far. */
  get output(): string {
    return this.#output
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  async untilReady(): Promise<void> {
    await this.until(async () => (await this.health()) === 200, START_LIMIT_MS)
  }

  /** Returns the status of /api/health; 0 = no answer. */
  async health(): Promise<number> {
    const answer = await fetch(`${this.url}/api/health`).catch(() => null)
    await answer?.arrayBuffer()
    return answer?.status ?? 0
  }

  async until(isTrue: () => Promise<boolean>, limitMs: number): Promise<void> {
    const giveUpAt = performance.now() + limitMs
    while (!(await isTrue())) {
      if (this.hasEnded) throw new Error(`the server ended: ${this.#output}`)
      if (performance.now() > giveUpAt) throw new Error(`waited ${limitMs} ms in vain: ${this.#output}`)
      await sleep(50)
    }
  }

  /** Returns the exit code after the process ended and its output was read; null after a signal, which it gets when it does not end in time. */
  async ended(): Promise<number | null> {
    if (this.hasEnded) return this.child.exitCode
    const late = setTimeout(() => this.child.kill('SIGKILL'), END_LIMIT_MS)
    await once(this.child, 'close')
    clearTimeout(late)
    return this.child.exitCode
  }

  async kill(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal)
    return this.ended()
  }
}

/** Returns a starting server on a free port. */
export async function spawnServer(options: ServerProcessOptions): Promise<ServerProcess> {
  return new ServerProcess(await choosePort(0), options)
}

type IngestProcessOptions = { readonly databaseUrl: string; readonly ports?: IngestPorts; readonly flags?: readonly string[] }
export type IngestPorts = { readonly mqtt: number; readonly http: number }

/** Returns a ready server of the role `ingest` and its ports, on a migrated database: for tests that kill it and benches that load it. */
export async function startIngestProcess({ databaseUrl, ports, flags = [] }: IngestProcessOptions) {
  const { mqtt, http } = ports ?? { mqtt: await choosePort(0), http: await choosePort(0) }
  const environment = { ROLE: 'ingest', DATABASE_URL: databaseUrl, MQTT_PORT: String(mqtt), LOG_LEVEL: 'error' }
  const server = new ServerProcess(http, { dataDir: tmpdir(), flags, environment })
  await server.untilReady()
  return { server, ports: { mqtt, http } }
}
