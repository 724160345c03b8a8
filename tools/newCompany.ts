/** Creates a company and its administrator from the command line: the way in for the first person of a server without the demo. */
import { parseArgs } from 'node:util'
import { loadConfig } from '#server/config.ts'
import { createFirstCompany } from '#server/identity/firstCompany.ts'
import { Refusal, StartRefusal } from '#server/refusal.ts'
import { onRunningDatabase } from './runningDatabase.ts'

const USAGE = `Usage: node tools/newCompany.ts --name <company> --email <administrator> [--country <code>] [--time-zone <zone>]

Creates a company and its administrator and prints both as one JSON line, with a generated password that is shown this once.

--country    two lower-case letters, such as pl (default pl)
--time-zone  an IANA zone, such as Europe/Warsaw (default: the zone of this machine)

The command uses the database of DATABASE_URL, or the embedded one of the server that runs on DATA_DIR.`

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof StartRefusal)) throw error
  console.error(error.message)
  return 1
})

async function main(args: readonly string[]): Promise<number> {
  const values = readArguments(args)
  if (values.help || values.name === undefined || values.email === undefined) {
    console.error(USAGE)
    return values.help ? 0 : 1
  }
  const form = {
    name: values.name,
    email: values.email,
    country: values.country ?? 'pl',
    timeZone: values['time-zone'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  const { company, email, password } = await onRunningDatabase(loadConfig(), (database) => createFirstCompany(database, form)).catch(
    (error: unknown) => {
      throw error instanceof Refusal ? inWords(error) : error
    },
  )
  console.log(JSON.stringify({ companyId: company.id, name: company.name, email, password }))
  return 0
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    const options = { name: text, email: text, country: text, 'time-zone': text, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args: [...args], options }).values
  } catch (cause) {
    throw new StartRefusal(`${cause instanceof Error ? cause.message : String(cause)}\n\n${USAGE}`, { cause })
  }
}

function inWords(refusal: Refusal): StartRefusal {
  const field = refusal.field === 'timeZone' ? '--time-zone' : `--${refusal.field ?? '?'}`
  const { value, example, min, max } = refusal.params
  switch (refusal.code) {
    case 'NOT_UNIQUE':
      return new StartRefusal(`Somebody signs in with ${value} already.`, { cause: refusal })
    case 'LENGTH_OUT_OF_RANGE':
      return new StartRefusal(`${field} must have ${min} to ${max} characters.`, { cause: refusal })
    case 'INVALID_EMAIL':
      return new StartRefusal(`${field} must look like boss@factory.example.`, { cause: refusal })
    case 'INVALID_FORMAT':
      return new StartRefusal(`${field} must look like ${example}.`, { cause: refusal })
    default:
      return new StartRefusal(`${field} must not be empty.`, { cause: refusal })
  }
}
