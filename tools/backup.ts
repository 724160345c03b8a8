/** Copies the embedded database of the running server into a directory. */
import { loadConfig } from '#server/config.ts'
import { StartRefusal } from '#server/refusal.ts'
import { makeBackup } from './onlineBackup.ts'
import { serverDatabaseUrl } from './serverDatabase.ts'

const USAGE = `Usage: node tools/backup.ts <directory>

Copies the database of the server that runs on DATA_DIR into the directory, which must not be there yet, while everything goes on.
The key of the secrets (SECRETS_KEY_FILE) is not copied: keep it apart, since who has both has every secret of the server.

node tools/restore.ts <directory> makes a data directory of it.`

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof StartRefusal)) throw error
  console.error(error.message)
  return 1
})

async function main([target, ...others]: readonly string[]): Promise<number> {
  if (target === undefined || target.startsWith('-') || others.length > 0) {
    console.error(USAGE)
    return target === '--help' ? 0 : 1
  }
  const config = loadConfig()
  if (config.databaseUrl !== null) {
    throw new StartRefusal('DATABASE_URL is set: take a backup of that server with its own pg_basebackup or pg_dump.')
  }
  const { files, bytes } = await makeBackup(await serverDatabaseUrl(config), target).catch((error: unknown) => {
    const isAway = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
    throw isAway ? new StartRefusal('The database does not answer; start the server first (npm start).', { cause: error }) : error
  })
  console.log(`${files} files, ${Math.round(bytes / 1024 / 1024)} MB, are in ${target}. Keep ${config.secretsKeyFile} apart from them.`)
  return 0
}
