import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import type { Database } from '#server/db/database.ts'
import { removeBytes } from '#server/file/file.store.ts'
import { writeFile } from '#server/file/fileContent.ts'
import { seedCompany } from '#server/graphql/testing.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { makeJobsDue, silenceWorkers, untilSo } from '#server/jobs/testing.ts'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { queueEmail } from './email.store.ts'
import { createSender } from './sender.ts'
import type { Sender } from './sender.ts'
import { createSmtp } from './smtp.ts'
import { startMailServer } from './testing.ts'
import type { MailServer } from './testing.ts'

const LINK = 'https://oee.example/invitation?hash=secret&lang=en'

let cluster: TestDatabase
let database: Database
let mailServer: MailServer | null = null
let senders: Sending[] = []

before(async () => {
  cluster = await createTestDatabase()
  database = cluster.database
})
after(() => cluster.drop())
beforeEach(async () => {
  await database.inSystem((tx) => tx.deleteFrom('email').execute())
  await database.pool.query('delete from pgboss.job')
})
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.close()))
  senders = []
  await mailServer?.close()
  mailServer = null
})

type Sending = Sender & { close(): Promise<void>; supervise(): Promise<void> }

async function send(
  url: string,
  over: Partial<Database> = {},
  limits: { readonly silenceLimitMs?: number; readonly isForReader?: () => Promise<boolean> } = {},
): Promise<Sending> {
  const { isForReader, ...times } = limits
  const smtp = createSmtp({ url, from: null, publicUrl: 'https://oee.example', ...times })
  const given: Database = { ...database, ...over }
  const jobs = createJobs({ database: given, log: createLog('silent') })
  const sender = createSender({ database: given, smtp, jobs, ...(isForReader && { isForReader }) })
  const sending = { ...sender, supervise: () => jobs.supervise(), close: () => jobs.close().then(() => smtp.close()) }
  senders.push(sending)
  await jobs.start()
  return sending
}

/** The next try of every e-mail is now, once the try that was made is settled. */
async function makeEmailsDue(): Promise<void> {
  await until(
    async () => (await database.pool.query(`select from pgboss.job where state = 'active'`)).rowCount,
    (count) => count === 0,
  )
  await database.inSystem((tx) =>
    tx
      .updateTable('email')
      .set({ next_try_on: new Date(0) })
      .execute(),
  )
  await makeJobsDue(database)
}

const invite = (to: string, company = 'Acme Works', language = 'en') =>
  database.inSystem((tx) =>
    queueEmail(tx, { to, language, kind: 'INVITATION', params: { link: LINK, company, inviter: 'Olena Bondar', role: 'USER' } }),
  )

const readEmails = () => database.inSystem((tx) => tx.selectFrom('email').selectAll().orderBy('created_on').execute())

const until = untilSo

const untilTried = (tries = 1) => until(readEmails, (emails) => emails.every((email) => email.last_error !== null && email.tries >= tries))
const untilSent = () => until(readEmails, (emails) => emails.every((email) => email.sent_on !== null))

/** An e-mail's parts as a mail program reads them. */
function partOf(message: string, type: string): string {
  const part = message.split(/\r\n--/).find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...body] = part.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return text
  const bytes = text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

describe('the sender of e-mails', () => {
  it('sends nothing that is no longer for its reader', async () => {
    mailServer = await startMailServer()
    await send(`smtp://127.0.0.1:${mailServer.port}`, {}, { isForReader: () => Promise.resolve(false) })
    await invite('left@factory.example')
    const [email] = await until(readEmails, ([one]) => one?.failed_on !== null)
    assert.equal(email?.last_error, 'its reader may no longer read it')
    assert.equal(mailServer.taken.length, 0)
  })

  it('hands an e-mail over as text and HTML when it is queued, once, and keeps nothing of what stood in it', async () => {
    mailServer = await startMailServer()
    const sender = await send(`smtp://127.0.0.1:${mailServer.port}`)
    await invite('ivan@factory.example', 'Завод «Зоря»', 'uk')
    const [email] = await untilSent()
    const { taken } = mailServer
    assert.equal(taken.length, 1)
    assert.deepEqual([taken[0]?.from, taken[0]?.to], ['no-reply@oee.example', ['ivan@factory.example']])
    const message = taken[0]?.message ?? ''
    assert.match(message, new RegExp(`^Message-ID: <${email?.id}@oee\\.example>\\r$`, 'm'))
    assert.match(message, /^Auto-Submitted: auto-generated\r$/m)
    assert.match(message, /^Subject: =\?UTF-8\?/m)
    assert.ok(partOf(message, 'text/plain').includes(`Прийняти запрошення:\r\n${LINK}`) || partOf(message, 'text/plain').includes(LINK))
    assert.ok(partOf(message, 'text/plain').includes('Завод «Зоря»'))
    assert.ok(partOf(message, 'text/html').includes(`href="${LINK.replaceAll('&', '&#38;')}"`))
    assert.deepEqual([email?.text_body, email?.html_body, email?.tries], [null, null, 1])
    assert.deepEqual(sender.state(), { status: 'ready' })
  })

  it('sends e-mails that waited while no process ran', async () => {
    for (const language of LANGUAGES) await invite(`${language}@factory.example`, 'Acme', language)
    mailServer = await startMailServer()
    await send(`smtp://127.0.0.1:${mailServer.port}`)
    await untilSent()
    assert.deepEqual(mailServer.taken.flatMap(({ to }) => to).toSorted(), LANGUAGES.map((one) => `${one}@factory.example`).toSorted())
  })

  it('hands stored files over with it, of which one may be gone, and says how such e-mails end', async () => {
    mailServer = await startMailServer()
    const company = asId<CompanyId>('FILES')
    await seedCompany(database, company, [])
    const stored = async (name: string, bytes: Uint8Array) => {
      const needs = { action: 'READ', subject: 'LOSSES' } as const
      const file = { kind: 'REPORT', name, contentType: 'application/pdf', userId: null, needs } as const
      return await writeFile(
        { database },
        company,
        file,
        (async function* () {
          yield await Promise.resolve(bytes)
        })(),
      )
    }
    const bytes = Buffer.alloc(1_300_000, 'a report of two parts, ')
    const [there, gone] = [await stored('Простої 2026.pdf', bytes), await stored('gone.pdf', bytes)]
    await database.inTenant(company, (tenant) => removeBytes(tenant, gone.id))
    await send(`smtp://127.0.0.1:${mailServer.port}`)
    await database.inSystem((tx) =>
      queueEmail(tx, {
        to: 'lead@factory.example',
        language: 'en',
        kind: 'ALREADY_REGISTERED',
        params: { link: LINK },
        attachments: [there, gone].map(({ id }) => ({ companyId: company, fileId: id })),
        unsubscribeUrl: 'https://oee.example/api/unsubscribe/abc.def',
        replyTo: 'asker@factory.example',
        threads: ['notification-1', 'notification-2'],
      }),
    )
    await untilSent()
    const message = mailServer.taken[0]?.message ?? ''
    assert.match(message, /^List-Unsubscribe: <https:\/\/oee\.example\/api\/unsubscribe\/abc\.def>\r$/m)
    assert.match(message, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    assert.match(message, /^References: <notification-1@[^>]+> <notification-2@[^>]+>\r$/m)
    assert.match(message, /^Reply-To: asker@factory\.example\r$/m)
    assert.doesNotMatch(message, /gone\.pdf/)
    const [, body = ''] = /Content-Type: application\/pdf[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(message) ?? []
    assert.ok(Buffer.from(body, 'base64').equals(bytes))
  })

  it('sends nothing whose transaction was rolled back', async () => {
    mailServer = await startMailServer()
    await send(`smtp://127.0.0.1:${mailServer.port}`)
    const failing = database.inSystem(async (tx) => {
      await queueEmail(tx, { to: 'nobody@factory.example', language: 'en', kind: 'ALREADY_REGISTERED', params: { link: LINK } })
      throw new Error('no')
    })
    await assert.rejects(failing, /no/)
    await invite('after@factory.example')
    await untilSent()
    assert.deepEqual(
      mailServer.taken.map(({ to }) => to[0]),
      ['after@factory.example'],
    )
  })

  it('takes e-mails that are queued in a company, too', async () => {
    mailServer = await startMailServer()
    await send(`smtp://127.0.0.1:${mailServer.port}`)
    await database.inSystem((tx) =>
      sql`set local role trueline_app`
        .execute(tx)
        .then(() => queueEmail(tx, { to: 'a@factory.example', language: 'en', kind: 'ALREADY_REGISTERED', params: { link: LINK } })),
    )
    await until(readEmails, (emails) => emails.length === 1 && emails[0]?.sent_on !== null)
    assert.equal(mailServer.taken.length, 1)
  })

  it('tries again later what the mail server puts off, and says that it is in trouble', async () => {
    let isBusy = true
    mailServer = await startMailServer(() => (isBusy ? { status: 451, at: 'DATA' } : null))
    const sender = await send(`smtp://127.0.0.1:${mailServer.port}`)
    await invite('later@factory.example')
    const [email] = await untilTried()
    assert.match(email?.last_error ?? '', /451/)
    assert.deepEqual([email?.failed_on, email?.sent_on], [null, null])
    assert.ok(email !== undefined && email.next_try_on.getTime() > Date.now())
    await until(
      () => sender.state(),
      (state) => state.status === 'degraded',
    )
    isBusy = false
    await makeEmailsDue()
    await invite('wakes@factory.example')
    await untilSent()
    await until(
      () => sender.state(),
      (state) => state.status === 'ready',
    )
    assert.equal(mailServer.taken.length, 2)
  })

  it('gives up at once what the mail server refuses for good, and sends the rest', async () => {
    mailServer = await startMailServer((to) => (to.startsWith('gone') ? { status: 550, at: 'RCPT' } : null))
    const sender = await send(`smtp://127.0.0.1:${mailServer.port}`)
    await invite('gone@factory.example')
    await invite('there@factory.example')
    const emails = await until(readEmails, (all) => all.every((email) => email.sent_on !== null || email.failed_on !== null))
    const gone = emails.find((email) => email.recipient.startsWith('gone'))
    assert.deepEqual([gone?.tries, gone?.sent_on, gone?.text_body], [1, null, null])
    assert.match(gone?.last_error ?? '', /550/)
    assert.deepEqual(sender.state(), { status: 'ready' })
    assert.equal(mailServer.taken.length, 1)
  })

  it('keeps e-mails while the mail server is away', async () => {
    const gone = await startMailServer()
    await gone.close()
    await send(`smtp://127.0.0.1:${gone.port}`)
    await invite('patient@factory.example')
    const [email] = await untilTried()
    assert.deepEqual([email?.failed_on, email?.sent_on], [null, null])
    assert.ok(email?.text_body?.includes(LINK))
  })

  it('hands nothing to a mail server whose certificate it cannot verify, nor to one elsewhere without TLS', async () => {
    // Without one of ours the server shows the certificate of its package, which nobody signed.
    mailServer = await startMailServer(() => null, { secure: true, disabledCommands: ['AUTH'] })
    await send(`smtps://127.0.0.1:${mailServer.port}`)
    await invite('secret@factory.example')
    const [email] = await untilTried()
    assert.match(email?.last_error ?? '', /ESOCKET|ETLS/)
    assert.equal(mailServer.taken.length, 0)
  })

  it('lets nobody add a recipient or a header by an address or a name', async () => {
    mailServer = await startMailServer()
    await send(`smtp://127.0.0.1:${mailServer.port}`)
    const addresses = [
      'a@b.example,victim@c.example',
      'a@b.example>\r\nRCPT TO:<victim@c.example',
      '"x" <victim@c.example>',
      'a@b.example\nBcc: victim@c.example',
    ]
    for (const address of addresses) await invite(address)
    await invite('real@factory.example', 'Acme\r\nBcc: victim@c.example\r\n\r\n<b>hello</b>')
    const emails = await until(readEmails, (all) => all.every((email) => email.sent_on !== null || email.failed_on !== null))
    assert.deepEqual(
      emails.filter((email) => email.failed_on !== null).map((email) => email.last_error),
      addresses.map(() => 'INVALID_RECIPIENT'),
    )
    assert.deepEqual(
      mailServer.taken.map(({ to }) => to),
      [['real@factory.example']],
    )
    const [head = ''] = (mailServer.taken[0]?.message ?? '').split('\r\n\r\n')
    assert.doesNotMatch(head, /^bcc/im)
  })

  it('sends every e-mail once when two processes send', async () => {
    const addresses = Array.from({ length: 40 }, (_none, at) => `person${at}@factory.example`)
    mailServer = await startMailServer()
    await send(`smtp://127.0.0.1:${mailServer.port}`)
    await send(`smtp://127.0.0.1:${mailServer.port}`)
    await Promise.all(addresses.map((address) => invite(address)))
    await untilSent()
    assert.deepEqual(mailServer.taken.flatMap(({ to }) => to).toSorted(), addresses.toSorted())
  })

  it('leaves to the next process what it could not send before its end, and that one sends it once', async () => {
    mailServer = await startMailServer(() => ({ status: 421, at: 'DATA' }))
    const first = await send(`smtp://127.0.0.1:${mailServer.port}`)
    await invite('restart@factory.example')
    await untilTried()
    await first.close()
    await mailServer.close()
    mailServer = await startMailServer()
    await makeEmailsDue()
    await send(`smtp://127.0.0.1:${mailServer.port}`)
    await untilSent()
    assert.equal(mailServer.taken.length, 1)
  })

  it('sends again, under the same Message-ID, what a process had handed over when it died', async () => {
    mailServer = await startMailServer()
    let revive = (): void => undefined
    let isDying = true
    const dying: Pick<Database, 'inSystem'> = {
      inSystem: async (work) => {
        if (mailServer?.taken.length === 1 && isDying) {
          isDying = false
          await new Promise<void>((resolve) => (revive = resolve))
        }
        return await database.inSystem(work)
      },
    }
    await send(`smtp://127.0.0.1:${mailServer.port}`, dying)
    await invite('twice@factory.example')
    await until(
      () => isDying,
      (is) => !is,
    )
    const next = await send(`smtp://127.0.0.1:${mailServer.port}`)
    const jobState = async () => {
      await silenceWorkers(database)
      await next.supervise()
      return (await database.pool.query<{ state: string }>(`select state from pgboss.job where name = 'EMAIL'`)).rows[0]?.state
    }
    await until(jobState, (state) => state === 'retry')
    await makeJobsDue(database)
    await untilSent()
    revive()
    const ids = mailServer.taken.map(({ message }) => /^Message-ID: (.*)\r$/m.exec(message)?.[1])
    assert.deepEqual([ids.length, new Set(ids).size], [2, 1])
  })

  it('tries again later where a mail server says nonsense, or nothing', async () => {
    for (const answer of ['ICY 200 OK\r\n', null]) {
      const server = createServer((socket) => {
        socket.on('error', () => undefined)
        if (answer !== null) socket.write(answer)
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      assert.ok(typeof address === 'object' && address !== null)
      const sender = await send(`smtp://127.0.0.1:${address.port}`, {}, { silenceLimitMs: 500 })
      await invite('patient@factory.example')
      const [email] = await untilTried()
      assert.deepEqual([email?.failed_on, email?.sent_on, email?.tries], [null, null, 1])
      assert.equal(sender.state().status, 'degraded')
      await sender.close()
      server.close()
      await database.inSystem((tx) => tx.deleteFrom('email').execute())
      await database.pool.query('delete from pgboss.job')
    }
  })

  it('does not send again what was acknowledged while the database was away', async () => {
    let failures = 2
    const flaky: Pick<Database, 'inSystem'> = {
      inSystem: async (work) => {
        const isMarking = mailServer !== null && mailServer.taken.length > 0 && failures > 0
        if (!isMarking) return database.inSystem(work)
        failures--
        throw new Error('away')
      },
    }
    mailServer = await startMailServer()
    await invite('once@factory.example')
    await send(`smtp://127.0.0.1:${mailServer.port}`, flaky)
    await untilSent()
    assert.deepEqual([failures, mailServer.taken.length], [0, 1])
  })
})
