import assert from 'node:assert/strict'
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'

/** An e-mail that a mail server took. */
export type TakenEmail = { readonly from: string; readonly to: readonly string[]; readonly message: string }

/** A real mail server on the loopback address, which keeps what it takes. */
export type MailServer = { readonly port: number; readonly taken: readonly TakenEmail[]; forget(): void; close(): Promise<void> }

/** Returns a mail server that takes everything but what `refuse` names: an error with the status of the answer. */
export async function startMailServer(
  refuse: (to: string) => { readonly status: number; readonly at: 'RCPT' | 'DATA' } | null = () => null,
  options: SMTPServerOptions = {},
): Promise<MailServer> {
  const taken: TakenEmail[] = []
  const refusal = (status: number) => Object.assign(new Error('not now'), { responseCode: status })
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const answer = refuse(address)
      done(answer?.at === 'RCPT' ? refusal(answer.status) : null)
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const answer = refuse(to[0] ?? '')
        if (answer?.at === 'DATA') return done(refusal(answer.status))
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
        taken.push({ from, to, message: Buffer.concat(parts).toString('utf8') })
        return done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  assert.ok(typeof address === 'object' && address !== null)
  return {
    port: address.port,
    taken,
    forget: () => void taken.splice(0),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
