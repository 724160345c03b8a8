import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartRefusal } from '#server/refusal.ts'

const run = promisify(execFile)

/** An account of the operating system that PostgreSQL runs as. */
export type Account = { readonly name: string; readonly uid: number; readonly gid: number }

const OWN_ACCOUNT = 'trueline'
const OTHER_ACCOUNTS = ['postgres', 'nobody'] as const
const USERADD = ['/usr/sbin/useradd', '/sbin/useradd', '/usr/bin/useradd'] as const

/** Returns whether the process is root, as which PostgreSQL refuses to run. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Returns the unprivileged account for PostgreSQL under a root process: `trueline`, created where possible, else postgres or nobody. */
export async function unprivilegedAccount(): Promise<Account> {
  const own = await findAccount((account) => account.name === OWN_ACCOUNT)
  if (own !== undefined) return own
  await createAccount()
  for (const name of [OWN_ACCOUNT, ...OTHER_ACCOUNTS]) {
    const account = await findAccount((one) => one.name === name)
    if (account !== undefined) return account
  }
  throw new StartRefusal(
    'PostgreSQL does not run as root, and there is no account for it: add a system user named trueline, start as another user, or set DATABASE_URL.',
  )
}

/** Returns the account with the user id; refuses an id that the system does not know, because PostgreSQL does. */
export async function accountOf(uid: number): Promise<Account> {
  const account = await findAccount((one) => one.uid === uid)
  if (account === undefined)
    throw new StartRefusal(
      `The database's files belong to the user id ${uid}, which this system does not know; add that user or set DATA_DIR to another directory.`,
    )
  return account
}

async function createAccount(): Promise<void> {
  const useradd = USERADD.find((path) => existsSync(path))
  if (useradd === undefined) return
  // Where the account cannot be made (a read-only /etc), an existing one serves.
  await run(useradd, ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', OWN_ACCOUNT]).catch(() => undefined)
}

async function findAccount(matches: (account: Account) => boolean): Promise<Account | undefined> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .find((account) => account.name !== '' && account.uid > 0 && matches(account))
}
