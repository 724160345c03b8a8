import { loadConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import type { Logger } from '#server/log.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#server/identity/seedDemoPeople.ts'
import { startServer } from '#server/startServer.ts'
import type { RunningServer } from '#server/startServer.ts'
import { live } from '#server/processLife.ts'
import { ensureWebBuilt } from './buildWeb.ts'
import { untilNpmEnds } from './npmParent.ts'

/** Builds the screens if need be, starts the server, says where it is and who can sign in, and runs it until a signal. */
export async function runProduct(): Promise<void> {
  let log: Logger | null = null

  await live(
    () => log,
    async (stopping) => {
      const config = loadConfig(undefined, process.argv.slice(2))
      log = createLog(config.logLevel)
      await ensureWebBuilt(say)
      const server = await startServer({ config, log, say, stopping })
      announce(server)
      return server
    },
    untilNpmEnds(),
  )
}

function announce({ config, outboxUrl }: RunningServer): void {
  const lines = [
    '',
    `  Trueline is ready:  ${config.publicUrl}`,
    `  devices (MQTT):     mqtt://${config.host}:${config.mqttPort}`,
    ...(config.mqttTls === null ? [] : [`  devices (TLS):      mqtts://${config.mqttTls.host}:${config.mqttTls.port}`]),
    ...(outboxUrl === null ? [] : [`  e-mails (outbox):   ${outboxUrl}`]),
    ...(config.demo
      ? [
          '',
          `  Sign in to the demo company with the password ${DEMO_PASSWORD}`,
          ...DEMO_PEOPLE.map(({ email, memberships }) => `    ${email.padEnd(30)} ${memberships[0]?.role.toLowerCase() ?? ''}`),
        ]
      : []),
    '',
    '  Ctrl-C stops it.',
    '',
  ]
  console.log(lines.join('\n'))
}

function say(text: string): void {
  console.log(`trueline: ${text}`)
}
