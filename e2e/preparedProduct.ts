/**
 * A product that is prepared once: its database made, its demo seeded and its history there. Every file of stories that wants the standard product
 * starts on a copy of its data.
 */
import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Names the data directory of the prepared product, in the processes of the stories. */
export const PREPARED_PRODUCT = 'PREPARED_PRODUCT'

/** A server that was started as root keeps its database at `home`, outside its data directory (docs/operations.md). */
type Pointer = Readonly<Record<string, unknown>> & { readonly home: string | null }

const run = promisify(execFile)

/** Makes the directory a copy of the prepared one whose database will listen on the port; one server after the other may run on each. */
export async function copyProduct(preparedDir: string, dataDir: string, databasePort: number): Promise<void> {
  await copyContent(preparedDir, dataDir)
  const pointer = await readPointer(preparedDir)
  const home = pointer.home === null ? null : join(dirname(pointer.home), basename(dataDir))
  if (pointer.home !== null && home !== null) await copyContent(pointer.home, home)
  await writeFile(pointerFile(dataDir), JSON.stringify({ ...pointer, home, port: databasePort }), { mode: 0o600 })
}

/** Removes a data directory and the database that belongs to it. */
export async function removeProduct(dataDir: string): Promise<void> {
  for (const directory of [(await readPointer(dataDir)).home, dataDir]) {
    if (directory !== null) await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** Owners and rights stay as they are; where the file system can, the copy shares its blocks with the original. */
async function copyContent(from: string, to: string): Promise<void> {
  await run('cp', ['-a', ...(process.platform === 'linux' ? ['--reflink=auto'] : []), `${from}/.`, to])
}

async function readPointer(dataDir: string): Promise<Pointer> {
  const text = await readFile(pointerFile(dataDir), 'utf8').catch(() => '{}')
  const pointer: unknown = JSON.parse(text)
  if (typeof pointer !== 'object' || pointer === null) return { home: null }
  return { ...pointer, home: 'home' in pointer && typeof pointer.home === 'string' ? pointer.home : null }
}

function pointerFile(dataDir: string): string {
  return join(dataDir, 'postgres.json')
}
