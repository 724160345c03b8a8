import { createHash } from 'node:crypto'
import type { CompanyId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { findPart, findUsage, finishFile, insertFile, insertPart, removeBytes } from './file.store.ts'
import type { NewFile, StoredFile } from './file.store.ts'
import { COMPANY_LIMIT_BYTES, PART_BYTES } from './fileKind.ts'

export type FileDeps = { readonly database: Pick<Database, 'inTenant'>; readonly now?: () => number; readonly limitBytes?: number }

/**
 * Returns the id and size of the file that was written from the chunks, a part at a time. When the company's files would take more than they may, its
 * oldest exports go; refuses FILE_SPACE_FULL when that is not enough. Nothing stays of a file whose chunks fail.
 */
export async function writeFile(
  { database, now = Date.now, limitBytes = COMPANY_LIMIT_BYTES }: FileDeps,
  companyId: CompanyId,
  file: NewFile,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ readonly id: string; readonly size: number }> {
  const { id, expiresWeek } = await database.inTenant(companyId, (tenant) => insertFile(tenant, file, new Date(now())))
  const hash = createHash('sha256')
  let used = (await database.inTenant(companyId, findUsage)).used
  let [no, size] = [0, 0]
  const store = async (bytes: Buffer): Promise<void> => {
    hash.update(bytes)
    size += bytes.length
    if (used + size > limitBytes) used = await makeRoom(database, companyId, limitBytes - size)
    await database.inTenant(companyId, (tenant) => insertPart(tenant, { id, expiresWeek, no: no++, bytes }))
  }
  try {
    for await (const part of partsOf(chunks)) await store(part)
    await database.inTenant(companyId, (tenant) => finishFile(tenant, id, { size, sha256: hash.digest() }))
    return { id, size }
  } catch (error) {
    await database.inTenant(companyId, (tenant) => removeBytes(tenant, id)).catch(() => undefined)
    throw error
  }
}

/** Returns the bytes of the file from `start` up to, not including, `end`, a part at a time; ends early when it expires meanwhile. */
export async function* readFile(
  database: Pick<Database, 'inTenant'>,
  companyId: CompanyId,
  file: StoredFile,
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<Buffer> {
  for (let no = Math.floor(start / PART_BYTES); no * PART_BYTES < end; no++) {
    const bytes = await database.inTenant(companyId, (tenant) => findPart(tenant, file, no))
    if (bytes === null) throw new Error(`part ${no} of the file ${file.id} is gone`)
    const offset = no * PART_BYTES
    yield bytes.subarray(Math.max(0, start - offset), Math.min(bytes.length, end - offset))
  }
}

async function* partsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    length += chunk.length
    if (length < PART_BYTES) continue
    const whole = Buffer.concat(waiting)
    let at = 0
    for (; at + PART_BYTES <= whole.length; at += PART_BYTES) yield whole.subarray(at, at + PART_BYTES)
    waiting = [whole.subarray(at)]
    length = whole.length - at
  }
  if (length > 0) yield Buffer.concat(waiting)
}

async function makeRoom(database: Pick<Database, 'inTenant'>, companyId: CompanyId, limit: number): Promise<number> {
  return await database.inTenant(companyId, async (tenant) => {
    const { used, exports } = await findUsage(tenant)
    let left = used
    for (const { id, size } of exports) {
      if (left <= limit) break
      await removeBytes(tenant, id)
      left -= size
    }
    if (left > limit) throw new Refusal({ code: 'FILE_SPACE_FULL', params: { maxMb: Math.floor(COMPANY_LIMIT_BYTES / 1024 ** 2) } })
    return left
  })
}
