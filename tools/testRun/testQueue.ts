import type { FileReport } from './message.ts'
import type { Lane, TestFile } from './testFiles.ts'
import { WorkerProcess } from './workerProcess.ts'

export type QueueOptions = {
  /** Processors that the run may use. */
  readonly cores: number
  /** Options of Node for every test process; with them no file shares one, for it may end without a report. */
  readonly nodeOptions: readonly string[]
  /** What the stories of a browser find prepared, as environment variables of their processes. */
  readonly storyEnvironment: Promise<Readonly<Record<string, string>>>
  readonly onReport: (report: FileReport) => void
}

/** The engine and the tests of the code must not depend on the zone of the machine: code that reads it fails in this one. */
const ODD_ZONE = 'Asia/Kathmandu'

/** Far more than a file takes on a slow machine; after it the file is given up. */
const LIMIT_MS: Readonly<Record<Lane, number>> = { shared: 600_000, own: 600_000, story: 1_500_000 }

/** Runs the files, each in its lane and in the given order; resolves when all have been reported. */
export async function runTestFiles(files: readonly TestFile[], options: QueueOptions): Promise<void> {
  const inLane = (lane: Lane): TestFile[] => files.filter((file) => file.lane === lane)
  const [shared, own, stories] = [inLane('shared'), inLane('own'), inLane('story')]
  const storyRunner = async (): Promise<void> => new Runner(options, await options.storyEnvironment).runAll(stories)
  // Files of their own start many processes and wait for them: one runner takes them first, while the others compute.
  const testRunner = async (_: unknown, index: number): Promise<void> => {
    const runner = new Runner(options, { TZ: ODD_ZONE })
    for (const queue of index === 0 ? [own, shared] : [shared, own]) await runner.runAll(queue)
    await runner.end()
  }
  // A story is a browser, a server and its database, which keep more than one core busy. Whoever is done first helps the others.
  const testRunners = Array.from({ length: Math.max(1, options.cores - 1) }, testRunner)
  const storyRunners = Array.from({ length: options.cores }, storyRunner)
  await Promise.all([
    ...testRunners,
    ...storyRunners,
    Promise.race(testRunners).then(storyRunner),
    Promise.race(storyRunners).then(() => testRunner(undefined, testRunners.length)),
  ])
}

/** Takes files from a queue until it is empty. */
class Runner {
  readonly #options: QueueOptions
  readonly #environment: Readonly<Record<string, string>>
  #shared: WorkerProcess | null = null

  constructor(options: QueueOptions, environment: Readonly<Record<string, string>>) {
    this.#options = options
    this.#environment = environment
  }

  async runAll(queue: TestFile[]): Promise<void> {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      if (file.lane === 'shared' && this.#options.nodeOptions.length === 0) await this.#runShared(file)
      else await this.#runAlone(file)
    }
  }

  /** Ends the process that its files have shared. */
  async end(): Promise<void> {
    await this.#endWorker(this.#shared)
  }

  /** A process that has ended is not used again: the file goes to a new one. */
  async #runShared(file: TestFile): Promise<void> {
    this.#shared ??= this.#start()
    const report = await this.#shared.run(file.path, LIMIT_MS[file.lane])
    if (report === 'not taken' || this.#shared.hasEnded) this.#shared = null
    if (report === 'not taken') await this.#runShared(file)
    else this.#report(report)
  }

  async #runAlone(file: TestFile): Promise<void> {
    const worker = this.#start()
    this.#report(await worker.run(file.path, LIMIT_MS[file.lane]))
    await this.#endWorker(worker)
  }

  async #endWorker(worker: WorkerProcess | null): Promise<void> {
    if (worker !== null && !worker.hasEnded) this.#report(await worker.end())
  }

  #start(): WorkerProcess {
    return new WorkerProcess({ nodeOptions: this.#options.nodeOptions, environment: this.#environment })
  }

  #report(report: FileReport | string | null): void {
    if (report !== null && typeof report !== 'string') this.#options.onReport(report)
  }
}
