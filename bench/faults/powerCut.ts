import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freezePostgres } from '#server/testing/frozenPostgres.ts'
import type { Publisher } from '#server/testing/publisher.ts'
import { startIngestProcess } from '#server/testing/serverProcess.ts'
import { print } from '../report/figure.ts'
import { printAudit } from '../report/audit.ts'
import { audit, MAY_MOUNT, openPostgres, startPlant } from '#server/testing/faultPlant.ts'

const MACHINES = 20
const LOAD_MS = 8_000
const run = promisify(execFile)

/** Cuts the power under load: what the file system has not been told to keep is gone. */
export async function powerCut(): Promise<void> {
  await cut('a power cut', {})
}

/** The negative control: with commits that do not wait for the disk the same cut must lose something, or the case shows nothing. */
export async function powerCutWithoutSync(): Promise<void> {
  await cut('a power cut without synchronous commit (must lose some)', { synchronous_commit: 'off' })
}

/**
 * The database lies in a file system of its own within a file. A copy of that file has what was written to the device, and nothing of what the system
 * still held in memory: as a disk after a power cut. All processes are stopped while it is copied, and the journal is written only when a commit asks for it.
 */
async function cut(fault: string, settings: Readonly<Record<string, string>>): Promise<void> {
  if (!MAY_MOUNT) return console.error(`${fault}: needs root and Linux`)
  const directory = await mkdtemp(join(tmpdir(), 'trueline-power-'))
  const [disk, image, copy] = ['disk', 'image', 'copy'].map((name) => join(directory, name))
  if (disk === undefined || image === undefined || copy === undefined) return
  await mkdir(disk)
  // PostgreSQL runs as another user.
  await chmod(directory, 0o755)
  await run('truncate', ['-s', '3G', image])
  await run('mkfs.ext4', ['-q', '-F', image])
  await run('mount', ['-o', 'loop,commit=300,noatime', image, disk])
  const home = join(disk, 'database')
  try {
    const plant = await startPlant({ machines: MACHINES, home, settings })
    let cutOff: readonly Publisher[] = []
    try {
      await sleep(LOAD_MS)
      const { pid } = plant.postgres
      if (pid === null) throw new Error('PostgreSQL does not run')
      const thaw = freezePostgres(pid)
      plant.server.child.kill('SIGSTOP')
      // What is on its way to the machines arrives: it is acknowledged.
      await sleep(300)
      cutOff = plant.publishers.map((publisher) => {
        const ledger = publisher.ledger()
        return { ...publisher, ledger: () => ledger }
      })
      await run('cp', ['--sparse=always', image, copy])
      thaw()
      plant.server.child.kill('SIGCONT')
    } finally {
      await plant.end()
      await run('umount', ['-l', disk])
    }
    await run('mount', ['-o', 'loop,noatime', copy, disk])
    const backAt = performance.now()
    const { postgres, database, drop } = await openPostgres(home)
    const { server, ports } = await startIngestProcess({ databaseUrl: postgres.url })
    print({ bench: `faults: up again after ${fault}`, value: (performance.now() - backAt) / 1_000, unit: 's' })
    try {
      printAudit(fault, await audit(database, cutOff, ports))
    } finally {
      await server.kill('SIGKILL')
      await drop()
    }
  } finally {
    await run('umount', ['-l', disk]).catch(() => undefined)
    await rm(directory, { recursive: true, force: true })
  }
}
