import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { createSemaphore } from './semaphore.ts'

type Argon2Cost = { readonly memoryKiB: number; readonly passes: number; readonly parallelism: number }

/** 19 MiB and two passes: about 30 ms of one core outside the main loop. */
const COST: Argon2Cost = { memoryKiB: 19_456, passes: 2, parallelism: 1 }
const HASH_BYTES = 32
/** Each takes 19 MiB and a thread of the pool that files and names need too. */
const semaphore = createSemaphore(2)
const SALT_BYTES = 16

/** A hash that no password has: verified in place of a missing one, so that an unknown person costs as much time as a known one. */
const NOBODYS_HASH = encode(COST, Buffer.alloc(SALT_BYTES, 7), Buffer.alloc(HASH_BYTES, 9))

/** Returns the argon2id hash of the password as text that carries its own salt and cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return encode(COST, salt, await derive(password, salt, COST))
}

/** Returns whether the password has this hash; without a hash it spends the same work and returns false. */
export async function isPasswordOf(password: string, hash: string | null): Promise<boolean> {
  const expected = decode(hash ?? NOBODYS_HASH) ?? decode(NOBODYS_HASH)
  if (expected === undefined) return false
  const actual = await derive(password, expected.salt, expected.cost)
  return timingSafeEqual(actual, expected.digest) && hash !== null
}

async function derive(password: string, salt: Buffer, cost: Argon2Cost): Promise<Buffer> {
  return semaphore.run(() => deriveNow(password, salt, cost))
}

async function deriveNow(password: string, salt: Buffer, cost: Argon2Cost): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const parameters = {
    message: password.normalize('NFC'),
    nonce: salt,
    parallelism: cost.parallelism,
    memory: cost.memoryKiB,
    passes: cost.passes,
    tagLength: HASH_BYTES,
  }
  argon2('argon2id', parameters, (error, digest) => (error === null ? resolve(digest) : reject(error)))
  return promise
}

function encode(cost: Argon2Cost, salt: Buffer, digest: Buffer): string {
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(digest)}`
}

function decode(hash: string): { readonly cost: Argon2Cost; readonly salt: Buffer; readonly digest: Buffer } | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash)
  if (match === null) return undefined
  const [, memory, passes, parallelism, salt = '', digest = ''] = match
  const bytes = { salt: Buffer.from(salt, 'base64'), digest: Buffer.from(digest, 'base64') }
  if (bytes.digest.length !== HASH_BYTES) return undefined
  return { cost: { memoryKiB: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }, ...bytes }
}
