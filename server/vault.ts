import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartRefusal } from '#server/refusal.ts'
import { newSealKey, open, seal } from '#server/sealedSecret.ts'

/** Seals what lies in the database with a key that does not: who has the database, or a backup of it, has no secret of the server. */
export type Vault = {
  /** Returns the text sealed for its owner, the row that it belongs to. */
  seal(text: string, owner: string): string
  /** Returns the sealed text; refuses what another key sealed, or for another owner. */
  open(sealed: string, owner: string): string
}

const KEY = /^[\w-]{43}$/

/** A sealed text, which the right key opens. */
export type Sealed = { readonly sealed: string; readonly owner: string }

/**
 * Returns the vault with the key of the file. Where nothing is sealed yet, the file is made when it is missing; else the key must open `present`. Refuses
 * another key, a missing one, and a file that holds none.
 */
export async function openVault(path: string, present: Sealed | null): Promise<Vault> {
  const key = await readKey(path)
  if (key === null && present !== null) {
    throw new StartRefusal(`The file ${path} with the key of the secrets is missing; put the file there that belongs to this database.`)
  }
  const vault = vaultOf(key ?? (await makeKey(path)), path)
  if (present !== null) vault.open(present.sealed, present.owner)
  return vault
}

/** Returns the vault of a key; `path` names it in a refusal. */
export function vaultOf(key: string, path: string): Vault {
  return {
    seal: (text, owner) => seal(text, key, owner),
    open: (sealed, owner) => {
      try {
        return open(sealed, key, owner)
      } catch (cause) {
        throw new StartRefusal(
          `The secrets in the database are sealed with another key than that of ${path}; put the file there that belongs to this database.`,
          { cause },
        )
      }
    },
  }
}

/** Returns the vault with the key of a file that is there. */
export async function openPresentVault(path: string): Promise<Vault> {
  const key = await readKey(path)
  if (key === null) throw new StartRefusal(`The file ${path} with a key of the secrets is missing.`)
  return vaultOf(key, path)
}

/** Has no key: for whoever opens a database and needs none of its secrets. */
export const NO_VAULT: Vault = { seal: refuse, open: refuse }

function refuse(): never {
  throw new Error('this database was opened without the key of its secrets')
}

async function readKey(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new StartRefusal(`The file ${path} with the key of the secrets cannot be read: ${String(error)}.`, { cause: error })
  })
  if (text === null) return null
  const key = text.trim()
  if (!KEY.test(key)) throw new StartRefusal(`The file ${path} holds no key of the secrets; restore it, it is one line of 43 characters.`)
  return key
}

/** Of two processes that start at once, one makes the file and the other reads it. */
async function makeKey(path: string): Promise<string> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const key = newSealKey()
    await writeFile(path, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return key
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    const key = isThere ? await readKey(path) : null
    if (key !== null) return key
    throw new StartRefusal(`The file ${path} for the key of the secrets cannot be made: ${String(cause)}.`, { cause })
  }
}
