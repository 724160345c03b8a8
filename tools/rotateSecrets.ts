/** Seals the secrets of the database with another key. */
import { parseArgs } from 'node:util'
import { loadConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { StartRefusal } from '#server/refusal.ts'
import { openPresentVault, openVault } from '#server/vault.ts'
import { resealSecrets } from './resealSecrets.ts'
import { serverDatabaseUrl } from './serverDatabase.ts'

const USAGE = `Usage: node tools/rotateSecrets.ts --from <file> --to <file>

Seals each secret of the database anew, in one transaction: what the key of --from opens is sealed with the key of --to, which is made when its file is
missing. What the key of --to opens already stays, so the command can be repeated. Then start the server with SECRETS_KEY_FILE=<the file of --to>.

The command uses the database of DATABASE_URL, or the embedded one of the server that runs on DATA_DIR.`

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof StartRefusal)) throw error
  console.error(error.message)
  return 1
})

async function main(args: readonly string[]): Promise<number> {
  const { from, to, help } = readArguments(args)
  if (help === true || from === undefined || to === undefined) {
    console.error(USAGE)
    return help === true ? 0 : 1
  }
  const url = await serverDatabaseUrl(loadConfig())
  const before = await openPresentVault(from)
  const database = await openDatabase({ url, poolSize: 1 })
  try {
    console.log(JSON.stringify(await resealSecrets(database, before, await openVault(to, null))))
    return 0
  } finally {
    await database.close()
  }
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args: [...args], options: { from: text, to: text, help: { type: 'boolean', short: 'h' } } }).values
  } catch (cause) {
    throw new StartRefusal(`${cause instanceof Error ? cause.message : String(cause)}\n\n${USAGE}`, { cause })
  }
}
