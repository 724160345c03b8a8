/** Starts the real server as a child process, as `npm start` does, on free ports and with a data directory of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureWebBuilt } from '../tools/buildWeb.ts'
import { ROOT } from '../tools/sourceTree.ts'
import { freePorts } from './freePorts.ts'
import { copyProduct, PREPARED_PRODUCT, removeProduct } from './preparedProduct.ts'

/** Enough to look back at; each day costs the product that is prepared a second of both cores. */
const DEMO_HISTORY_DAYS = '2'

/** Far more than a start takes on a machine that does much else. */
const START_LIMIT_MS = 400_000
const HISTORY_LIMIT_MS = 400_000
const STOP_LIMIT_MS = 45_000
const ANSWER_LIMIT_MS = 10_000

export type ProductOptions = {
  /** Whether the demo company with its history exists; by default it does. */
  readonly demo?: boolean
  /** Whether the simulated factory of the demo goes on publishing; by default it does. Where the data are a copy, they are there without it. */
  readonly isLive?: boolean
  /** Further settings of the server, by name. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A running server that a test may stop, kill and start again on the same ports and data. */
export type Product = {
  /** Address of the web, the API and the hub, without a slash at the end. */
  readonly url: string
  readonly mqttUrl: string
  /** The settings the server runs with; commands that reach the same installation need them too. */
  readonly settings: Readonly<Record<string, string>>
  /** Of the server's process, while it runs. */
  pid(): number | undefined
  /** Everything that the server printed. */
  printed(): string
  /** Starts the server again after `stop` or `kill`; resolves when it is ready, with the milliseconds that took. */
  start(): Promise<number>
  /** Ends the server by SIGTERM; resolves with its exit code and the milliseconds that took. */
  stop(): Promise<{ readonly code: number | null; readonly ms: number }>
  /** Ends the server by SIGKILL. */
  kill(): Promise<void>
  /** Ends the server and removes its data. */
  end(): Promise<void>
}

/** A standard product that was prepared and stopped: stories start on copies of its data directory. */
export type PreparedProduct = { readonly dataDir: string; remove(): Promise<void> }

/** Returns a stopped product with the whole history of the demo. */
export async function prepareProduct(): Promise<PreparedProduct> {
  const product = await startProduct()
  const dataDir = product.settings['DATA_DIR'] ?? ''
  try {
    await untilHistory(product)
    await product.stop()
  } catch (error) {
    await product.end()
    throw error
  }
  return { dataDir, remove: () => removeProduct(dataDir) }
}

/** Returns a product whose health endpoint answers 200: on a copy of the prepared one where there is one and the demo is wanted, else made from nothing. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  await ensureWebBuilt((text) => console.log(text))
  const dataDir = await mkdtemp(join(tmpdir(), 'trueline-e2e-'))
  const [port, mqttPort, databasePort = 0] = await freePorts(3)
  const prepared = process.env[PREPARED_PRODUCT]
  const isCopy = prepared !== undefined && options.demo !== false
  if (isCopy) await copyProduct(prepared, dataDir, databasePort)
  const settings = {
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    DATA_DIR: dataDir,
    DEMO: options.demo === false ? 'off' : 'on',
    DEMO_HISTORY_DAYS: DEMO_HISTORY_DAYS,
    ...(isCopy && options.isLive === false ? { DEMO_SIMULATOR: 'off' } : {}),
    LOG_LEVEL: 'info',
    ...options.settings,
  }
  const url = `http://127.0.0.1:${settings.PORT}`
  let child: ChildProcess | null = null
  let printed = ''
  const stop = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; ms: number }> => {
    const ending = child
    child = null
    return ending === null ? { code: null, ms: 0 } : endProcess(ending, signal)
  }
  const product: Product = {
    url,
    mqttUrl: `mqtt://127.0.0.1:${settings.MQTT_PORT}`,
    settings,
    pid: () => child?.pid,
    printed: () => printed,
    start: async () => {
      const startedAt = performance.now()
      child = startServer(settings)
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
      await untilReady(url, child, () => printed)
      return performance.now() - startedAt
    },
    stop: () => stop('SIGTERM'),
    kill: async () => {
      await stop('SIGKILL')
    },
    end: async () => {
      await stop('SIGTERM')
      await removeProduct(dataDir)
    },
  }
  try {
    await product.start()
  } catch (error) {
    await product.end()
    throw error
  }
  return product
}

function startServer(settings: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ['server/main.ts'], { cwd: ROOT, env: cleanEnvironment(settings), stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Returns this process's environment with the settings of the product replaced by those given. */
export function cleanEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const environment = { ...process.env, ...settings }
  for (const name of ['NODE_TEST_CONTEXT', 'NODE_OPTIONS', 'DATABASE_URL', 'ROLE', 'HOST', 'PUBLIC_URL']) {
    if (settings[name] === undefined) delete environment[name]
  }
  return environment
}

/** Resolves when the simulated factory has published its whole history. */
async function untilHistory(product: Product): Promise<void> {
  const giveUpAt = performance.now() + HISTORY_LIMIT_MS
  while (performance.now() < giveUpAt) {
    if (product.printed().includes('the simulated factory is live')) return
    await sleep(100)
  }
  throw new Error(`the demo had no history within ${HISTORY_LIMIT_MS / 1000} s:\n${product.printed()}`)
}

async function untilReady(url: string, child: ChildProcess, printed: () => string): Promise<void> {
  const giveUpAt = performance.now() + START_LIMIT_MS
  while (performance.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${printed()}`)
    const isReady = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }).then(
      async (response) => (await response.text()) !== '' && response.ok,
      () => false,
    )
    if (isReady) return
    await sleep(50)
  }
  throw new Error(`the server was not ready within ${START_LIMIT_MS / 1000} s:\n${printed()}`)
}

/** Resolves when the process has ended; one that does not heed the signal in time is killed. */
async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; ms: number }> {
  const startedAt = performance.now()
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill(signal)
    const killer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
    await ended
    clearTimeout(killer)
  }
  return { code: child.exitCode, ms: performance.now() - startedAt }
}
