import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import type { Role } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { Caller } from '#server/access/caller.ts'
import { seedChecklist } from '#server/checklist/testing.ts'
import { findFile } from '#server/file/file.store.ts'
import { readFile } from '#server/file/fileContent.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { untilSo } from '#server/jobs/testing.ts'
import { createWorkerThread } from '#server/jobs/worker/workerThread.ts'
import type { WorkerThread } from '#server/jobs/worker/workerThread.ts'
import { createLog } from '#server/log.ts'
import { createSender } from '#server/mail/sender.ts'
import { createSmtp } from '#server/mail/smtp.ts'
import { storedSamples } from '../testing.ts'
import { startMailServer } from '#server/mail/testing.ts'
import type { MailServer } from '#server/mail/testing.ts'
import type { MailingList } from '#server/mail/unsubscribe.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'
import { reportMailCheck } from '../readsNow.ts'
import { reportFileCheck } from '../reportFile.service.ts'
import { makeReports } from '../reportJob.service.ts'
import { planDueReports } from './dueReports.service.ts'
import { letAddressesDecide } from './address.service.ts'
import { endReportMails } from './mailingList.service.ts'
import { planReports } from './planReport.service.ts'

const at = (text: string) => Date.parse(text)
const FIELDS = `id reportTypeId periodicity hours minutes languageCode format workCenterId waitForConfirmation version zone nextOn mayChange
  users { id } recipients { user { id } leftOn lastState } lastRun { dateFrom dateTo state }`
const DAILY = 'reportTypeId: 2, hours: 7, minutes: 0, workCenterId: 0'

type Report = {
  readonly id: number
  readonly nextOn: string
  readonly zone: string
  readonly version: number
  readonly mayChange: boolean
  readonly users: readonly { readonly id: string }[]
  readonly recipients: readonly {
    readonly user: { readonly id: string }
    readonly leftOn: string | null
    readonly lastState: string | null
  }[]
  readonly lastRun: { readonly dateFrom: string; readonly dateTo: string; readonly state: string } | null
}

describe('reports that are sent by themselves', () => {
  let api: TestApi
  let thread: WorkerThread
  let mailServer: MailServer
  let jobs: Jobs
  let now = 0
  let lists: MailingList
  const outside = new Map<string, MailingList>()
  let attachLimitBytes = 8_000_000
  let whileMade = () => Promise.resolve()
  const presses: number[] = []
  const log = createLog('silent')

  before(async () => {
    now = at('2026-05-05T03:00:00Z')
    api = await startTestApi({ now: () => now })
    const { database } = api
    thread = createWorkerThread({ url: api.databaseUrl, log })
    mailServer = await startMailServer()
    const smtp = createSmtp({ url: `smtp://127.0.0.1:${mailServer.port}`, from: null, publicUrl: 'https://oee.example' })
    jobs = createJobs({ database, log })
    createSender({ database, smtp, jobs, isForReader: reportMailCheck(database) })
    const unsubscribing = { linkOf: ({ key, userId }: { key: string; userId: UserId }) => `https://oee.example/end/${key}/${userId}` }
    makeReports(jobs, {
      database,
      thread,
      ingest: { settle: () => whileMade() },
      mailing: {
        publicUrl: 'https://oee.example',
        unsubscribing,
        get attachLimitBytes() {
          return attachLimitBytes
        },
      },
      samples: storedSamples(database),
      now: () => now,
    })
    planReports(jobs, { database, now: () => now })
    endReportMails({ handle: (_list, by) => (lists = by) }, database, () => now)
    letAddressesDecide({ handle: (list, by) => void outside.set(list, by) }, database, () => now)
    await jobs.start()
    for (const name of ['Press 1', 'Press 2']) {
      const press = await addPress(api, name)
      presses.push(press)
      await addShift(api, press)
      await addLoss(api, press, [10, 72.5])
    }
    await database.pool.query(`insert into operator_work_center (company_id, work_center_id, user_id) values ('ACME1', $1, $2)`, [
      presses[1],
      api.users.OPERATOR,
    ])
  })
  after(async () => {
    await jobs.close()
    await mailServer.close()
    await thread.close()
    await api.close()
  })
  beforeEach(() => void (now = at('2026-05-05T03:00:00Z')))
  afterEach(async () => {
    await untilSo(countOpen, (count) => count === 0)
    await api.database.pool.query('delete from report_subscription')
    await api.database.pool.query('delete from report_run')
    await api.database.pool.query('delete from email')
    mailServer.forget()
  })

  const countOpen = async () => {
    const { rows } = await api.database.pool.query<{ count: number }>(
      `select count(*)::int as count from pgboss.job where state in ('created', 'retry', 'active') and name in ('REPORT_PLAN', 'HEAVY', 'EMAIL')`,
    )
    return rows[0]?.count ?? 0
  }
  const change = async (name: string, input: string, as: Role = 'ADMIN') => {
    const { data, errors } = await api.ask(`mutation { ${name}(input: { ${input} }) { ${FIELDS} } }`, { as })
    return { report: data[name] as Report, code: errors[0]?.extensions ?? null }
  }
  const made = async (input: string, as: Role = 'ADMIN'): Promise<Report> => {
    const { report, code } = await change('addReportSubscriber', input, as)
    assert.equal(code, null, JSON.stringify(code))
    return report
  }
  const list = async (as: Role = 'ADMIN', args = ''): Promise<readonly Report[]> =>
    (await api.ask(`{ boxReports${args} { ${FIELDS} } }`, { as })).data['boxReports'] as readonly Report[]
  const usersOf = (...roles: readonly Role[]) => `userIds: [${roles.map((role) => `"${api.users[role]}"`).join(', ')}]`
  const runs = async () =>
    (
      await api.database.pool.query<{ id: string; key: string; mailed: boolean; state: string; late: string[] }>(
        `select id, period_key as key, is_mailed as mailed, state, late from report_run where subscription_id is not null order by due_on, id`,
      )
    ).rows
  /** The clock goes on to the instant, and what is due by then is made and mailed. */
  const goOn = async (to: string): Promise<void> => {
    now = at(to)
    await planDueReports({ database: api.database, now })
    await untilSo(countOpen, (count) => count === 0)
  }
  const wordsOf = (message: string): string => {
    const [, text = ''] = /Content-Type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/.exec(message) ?? []
    const bytes = text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    // Between the signs of an address stand joiners, so that no mail program makes a link of it.
    return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\u2060', '')
  }

  it('are kept with every value, changed, and deleted; each wrong value names its field and range', async () => {
    const report = await made(`${DAILY}, languageCode: "pl", format: XLSX, waitForConfirmation: true, ${usersOf('ADMIN', 'USER')}`)
    const { id, users, recipients, ...values } = report
    assert.deepEqual(values, {
      reportTypeId: 2,
      periodicity: 'DAILY',
      hours: 7,
      minutes: 0,
      languageCode: 'pl',
      format: 'XLSX',
      workCenterId: 0,
      waitForConfirmation: true,
      version: 1,
      zone: 'Europe/Kyiv',
      nextOn: '2026-05-05T04:00:00.000Z',
      mayChange: true,
      lastRun: null,
    })
    assert.deepEqual([users.length, recipients.length], [2, 2])
    const changed = await change(
      'updateReport',
      `id: ${id}, reportTypeId: 1, periodicity: WEEKLY, hours: 6, minutes: 30, workCenterId: ${presses[0]}, version: 1`,
    )
    assert.deepEqual([changed.report.version, changed.report.nextOn], [2, '2026-05-11T03:30:00.000Z'])
    assert.deepEqual((await change('updateReport', `id: ${id}, ${DAILY}, version: 1`)).code, { code: 'CONFLICT', params: { version: 2 } })
    const more = await change('addReportSubscriber', `id: ${id}, ${usersOf('GUEST')}`)
    assert.equal(more.report.users.length, 3)
    const replaced = await change('updateReportSubscriber', `id: ${id}, ${usersOf('GUEST')}`)
    assert.deepEqual(replaced.report.users, [{ id: api.users.GUEST }])
    for (const [input, field] of [
      ['reportTypeId: 7, hours: 7, minutes: 0, workCenterId: 0', 'reportTypeId'],
      ['reportTypeId: 5, hours: 7, minutes: 0, workCenterId: 0', 'view'],
      [`${DAILY}, view: "${api.users.ADMIN}"`, 'reportTypeId'],
      ['reportTypeId: 1, hours: 24, minutes: 0, workCenterId: 0', 'hours'],
      ['reportTypeId: 1, hours: 7, minutes: 60, workCenterId: 0', 'minutes'],
      ['reportTypeId: 1, hours: 7, minutes: 0', 'workCenterId'],
      [`${DAILY}, languageCode: "fr"`, 'languageCode'],
      [`${DAILY}, format: CSV`, 'format'],
      [`${DAILY}, userIds: []`, 'userIds'],
      [`${DAILY}, userIds: ["${api.stranger}"]`, 'userIds'],
    ] as const)
      assert.equal((await change('addReportSubscriber', input)).code?.field, field, input)
    const { data } = await api.ask(`mutation { deleteReport(id: ${id}) }`)
    assert.equal(data['deleteReport'], true)
    assert.deepEqual(await list(), [])
    const { rows } = await api.database.pool.query<{ action: string }>(`select action from audit_log where subject = $1 order by at, id`, [
      `report ${id}`,
    ])
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['CREATE_REPORT', 'UPDATE_REPORT', 'UPDATE_REPORT', 'UPDATE_REPORT', 'DELETE_REPORT'],
    )
  })

  it('are those of oneself where one sets up no work centers, and nobody else’s', async () => {
    const all = await made(`${DAILY}, ${usersOf('ADMIN', 'USER')}`)
    const own = await made(`${DAILY}, languageCode: "en"`, 'USER')
    assert.deepEqual([(await list()).length, (await list('USER')).length, (await list('GUEST')).length], [2, 2, 0])
    const seen = (await list('USER')).find(({ id }) => id === all.id)
    assert.deepEqual([seen?.mayChange, seen?.users], [false, [{ id: api.users.USER }]])
    assert.equal((await change('addReportSubscriber', `${DAILY}, ${usersOf('GUEST')}`, 'USER')).code?.code, 'FORBIDDEN')
    assert.equal(
      (await change('addReportSubscriber', `reportTypeId: 1, hours: 7, minutes: 0, workCenterId: 0`, 'OPERATOR')).code?.code,
      'FORBIDDEN',
    )
    assert.equal((await change('updateReport', `id: ${all.id}, ${DAILY}`, 'USER')).code?.code, 'FORBIDDEN')
    assert.equal((await change('updateReport', `id: ${own.id}, ${DAILY}`, 'GUEST')).code?.code, 'REPORT_NOT_FOUND')
    assert.equal((await change('updateReport', `id: ${own.id}, ${DAILY}`, 'USER')).code, null)
    const stranger = await api.ask(`mutation { deleteReport(id: ${own.id}) }`, { as: api.stranger })
    assert.equal(stranger.errors[0]?.extensions.code, 'REPORT_NOT_FOUND')
    const foreign = await change('addReportSubscriber', `reportTypeId: 2, hours: 7, minutes: 0, workCenterId: ${presses[0]}`, 'OPERATOR')
    assert.equal(foreign.code?.code, 'WORK_CENTER_NOT_FOUND')
    const left = await api.ask(`mutation { leaveReport(id: ${all.id}) { recipients { leftOn } } }`, { as: 'USER' })
    assert.deepEqual(left.data['leaveReport'], { recipients: [{ leftOn: new Date(now).toISOString() }] })
    assert.equal((await api.ask(`mutation { leaveReport(id: ${own.id}) { id } }`)).errors[0]?.extensions.code, 'REPORT_NOT_FOUND')
  })

  it('are made once for those who may read the same, and mailed to each as far as they may read (W-24)', async () => {
    const { id } = await made(`${DAILY}, ${usersOf('ADMIN', 'USER', 'OPERATOR')}`)
    await made(`reportTypeId: 1, hours: 7, minutes: 0, workCenterId: 0`, 'ADMIN')
    await api.database.pool.query(
      `insert into report_recipient (company_id, subscription_id, user_id)
      select 'ACME1', id, $1 from report_subscription where type = 'GENERAL'`,
      [api.users.OPERATOR],
    )
    await goOn('2026-05-05T04:00:00Z')
    const { taken } = mailServer
    assert.deepEqual(taken.flatMap(({ to }) => to).toSorted(), [
      'admin@test.example',
      'admin@test.example',
      'operator@test.example',
      'user@test.example',
    ])
    const { rows } = await api.database.pool.query<{ ids: number[] | null }>(
      `select nullif(d.request->'workCenterIds', 'null') as ids from report_rendering d join report_run r on r.id = d.run_id
       where r.subscription_id = $1 order by 1 nulls first`,
      [id],
    )
    assert.deepEqual(
      rows.map(({ ids }) => ids),
      [null, [presses[1]]],
    )
    assert.deepEqual(
      (await list()).map(({ recipients }) => recipients.map(({ lastState }) => lastState ?? '').toSorted()),
      [
        ['MAILED', 'MAILED', 'MAILED'],
        ['MAILED', 'NO_RIGHT'],
      ],
    )
    const message = taken.find(({ to }) => to[0] === 'operator@test.example')?.message ?? ''
    assert.match(message, /Content-Type: application\/pdf; name="?Downtime report 2026-05-04.pdf/)
    const [head = ''] = message.split('\r\n\r\n')
    assert.ok(head.includes(`<https://oee.example/end/${id}/${api.users.OPERATOR}>`) && head.includes('One-Click'), head)
    assert.match(wordsOf(message), /“Downtime report” of ACME1 Works for 4 May 2026 is attached/)
    // Another look at the same time, by two processes, changes nothing.
    await Promise.all([1, 2].map(() => planDueReports({ database: api.database, now })))
    await untilSo(countOpen, (count) => count === 0)
    assert.deepEqual([taken.length, (await runs()).map(({ key }) => key)], [4, ['D:2026-05-04', 'D:2026-05-04']])
  })

  it('tell of shifts what became of checklists to those who may read them, in a file of their own', async () => {
    const { occurrenceId } = await seedChecklist(api, presses[0] ?? 0)
    await api.database.pool.query(
      `update checklist_occurrence set due_at = $1::int8, closes_at = $1::int8 + 1 where company_id = 'ACME1' and id = $2`,
      [DAY_START, occurrenceId],
    )
    const { id } = await made(`reportTypeId: 4, hours: 7, minutes: 0, workCenterId: 0, format: XLSX, ${usersOf('ADMIN', 'USER', 'GUEST')}`)
    await goOn('2026-05-05T04:00:00Z')
    const { rows } = await api.database.pool.query<{ file: string; readers: string[] }>(
      `select d.file_id as file, array_agg(v.user_id::text) as readers from report_rendering d join report_run r on r.id = d.run_id
       join report_delivery v on v.rendering_id = d.id where r.subscription_id = $1 group by 1`,
      [id],
    )
    const told = await Promise.all(
      rows.map(async ({ file, readers }) => {
        const stored = await api.database.inTenant(ACME, (tenant) => findFile(tenant, file))
        assert.ok(stored)
        const bytes = Buffer.concat(await Array.fromAsync(readFile(api.database, ACME, stored, { start: 0, end: stored.size })))
        const { sheets } = await readXlsx(bytes)
        return { readers: readers.toSorted(), needs: stored.needs.subject, has: sheets.some(({ name }) => name === 'Checklists') }
      }),
    )
    const { ADMIN, GUEST, USER } = api.users
    assert.deepEqual(
      told.toSorted((one, other) => other.readers.length - one.readers.length),
      [
        { readers: [ADMIN, USER].toSorted(), needs: 'CHECKLISTS', has: true },
        { readers: [GUEST], needs: 'SHIFTS', has: false },
      ],
    )
  })

  it('are read by whom they were made for, and as long as that person sees all of it', async () => {
    await made(`${DAILY}, ${usersOf('ADMIN', 'OPERATOR')}`)
    await goOn('2026-05-05T04:00:00Z')
    const filesOf = async (as: Role) =>
      (await api.ask('{ reportRuns { isSubscribed file { name path status } } }', { as })).data['reportRuns'] as readonly {
        readonly isSubscribed: boolean
        readonly file: { readonly path: string; readonly status: string }
      }[]
    const [mine] = await filesOf('OPERATOR')
    assert.deepEqual([mine?.isSubscribed, mine?.file.status], [true, 'READY'])
    const [all] = await filesOf('ADMIN')
    assert.equal((await filesOf('USER')).length, 0)
    const check = reportFileCheck(api.database)
    const may = (role: Role, path = '') => {
      const membership = {
        companyId: ACME,
        companyName: '',
        companyPhotoUrl: null,
        userId: api.users[role],
        role,
        isStation: false,
        sort: 0,
        expiresOn: null,
      }
      const caller: Caller = { principal: { userId: api.users[role], companyId: ACME }, membership, authLevel: 'PROVEN', language: 'en' }
      return check(caller, ACME, { id: path.split('/').at(-1) ?? '', kind: 'REPORT' })
    }
    assert.deepEqual(
      [
        await may('OPERATOR', mine?.file.path),
        await may('ADMIN', all?.file.path),
        await may('ADMIN', mine?.file.path),
        await may('USER', all?.file.path),
      ],
      [true, true, false, false],
    )
    await api.database.pool.query('update operator_work_center set work_center_id = $1', [presses[0]])
    assert.equal(await may('OPERATOR', mine?.file.path), false)
    await api.database.pool.query('update operator_work_center set work_center_id = $1', [presses[1]])
  })

  it('go to nobody who left, or who sees less, by the time that they are made or mailed', async () => {
    const { pool } = api.database
    const assign = (press: number | undefined) => pool.query('update operator_work_center set work_center_id = $1', [press])
    await made(`${DAILY}, ${usersOf('ADMIN', 'USER', 'OPERATOR')}`)
    whileMade = async () => {
      await assign(presses[0])
      await pool.query(`delete from membership where company_id = 'ACME1' and user_id = $1`, [api.users.USER])
    }
    await goOn('2026-05-05T04:00:00Z')
    whileMade = () => Promise.resolve()
    assert.deepEqual(
      mailServer.taken.flatMap(({ to }) => to),
      ['admin@test.example'],
    )
    const { rows } = await pool.query<{ user: string; state: string; email: string | null }>(
      `select user_id as "user", state, email_id as email from report_delivery`,
    )
    assert.deepEqual(Object.fromEntries(rows.map(({ user, state }) => [user, state])), {
      [api.users.ADMIN]: 'MAILED',
      [api.users.USER]: 'NO_RIGHT',
      [api.users.OPERATOR]: 'NO_RIGHT',
    })
    const isForReader = reportMailCheck(api.database)
    const emailId = rows.find(({ email }) => email !== null)?.email ?? ''
    assert.equal(await isForReader(emailId), true)
    await pool.query('update report_delivery set user_id = $1 where user_id = $2 and email_id is not null', [api.stranger, api.users.ADMIN])
    assert.equal(await isForReader(emailId), false)
    assert.equal(await isForReader(api.stranger), true, 'what is no report')
    await assign(presses[1])
    await pool.query(`insert into membership (company_id, user_id, role) values ('ACME1', $1, 'USER')`, [api.users.USER])
  })

  it('that a server missed are made: the newest is mailed and names those that are filed (W-23)', async () => {
    await addShift(api, presses[0] ?? 0, { date: '2026-05-02', start: at('2026-05-02T06:00:00Z') })
    now = at('2026-05-01T12:00:00Z')
    await made(`reportTypeId: 1, hours: 7, minutes: 0, workCenterId: 0`)
    await goOn('2026-05-05T09:00:00Z')
    assert.deepEqual(
      (await runs()).map(({ key, mailed, late }) => [key, mailed, late]),
      [
        ['D:2026-05-01', false, []],
        ['D:2026-05-02', false, []],
        ['D:2026-05-03', false, []],
        ['D:2026-05-04', true, ['2026-05-01', '2026-05-02', '2026-05-03']],
      ],
    )
    assert.equal(mailServer.taken.length, 1)
    assert.match(wordsOf(mailServer.taken[0]?.message ?? ''), /server was away when they were due: 1 May 2026, 2 May 2026, 3 May 2026/)
    const { rows } = await api.database.pool.query(
      `select v.state from report_delivery v join report_run r on r.id = v.run_id order by r.due_on`,
    )
    assert.deepEqual(
      rows.map(({ state }) => state),
      ['EMPTY', 'FILED', 'EMPTY', 'MAILED'],
    )
  })

  it('send nothing for times before they were made or changed (R-6)', async () => {
    now = at('2026-05-05T04:00:01Z')
    const { id } = await made(DAILY)
    await goOn('2026-05-05T23:00:00Z')
    assert.deepEqual(await runs(), [])
    const { report } = await change('updateReport', `id: ${id}, reportTypeId: 2, hours: 1, minutes: 0, workCenterId: 0`)
    assert.equal(report.nextOn, '2026-05-06T22:00:00.000Z')
    await goOn('2026-05-06T21:59:00Z')
    assert.deepEqual(await runs(), [])
  })

  it('wait for their shifts to be confirmed, a day at most, and say then how many are not (R-4)', async () => {
    await made(`${DAILY}, waitForConfirmation: true`)
    await goOn('2026-05-05T04:00:00Z')
    await goOn('2026-05-06T03:59:00Z')
    assert.deepEqual(
      (await runs()).map(({ key, state }) => [key, state]),
      [['D:2026-05-04', 'HELD']],
    )
    await goOn('2026-05-06T04:00:00Z')
    assert.match(wordsOf(mailServer.taken[0]?.message ?? ''), /nobody has confirmed yet: 2 \/ 2\./)
    await made(`${DAILY}, languageCode: "uk", waitForConfirmation: true`)
    mailServer.forget()
    await api.database.pool.query(`update shift set status = 'CONFIRMED' where shift_date = '2026-05-04'`)
    await addShift(api, presses[0] ?? 0, { date: '2026-05-06', start: at('2026-05-06T06:00:00Z') })
    await addLoss(api, presses[0] ?? 0, [2890, 2900], { shift_start_at: at('2026-05-06T06:00:00Z') })
    await goOn('2026-05-07T04:00:00Z')
    assert.equal((await runs()).at(-1)?.state, 'HELD')
    await api.database.pool.query(`update shift set status = 'CONFIRMED'`)
    await goOn('2026-05-07T05:00:00Z')
    assert.deepEqual([(await runs()).at(-1)?.state, mailServer.taken.length], ['DONE', 2])
    assert.doesNotMatch(wordsOf(mailServer.taken[0]?.message ?? ''), /nobody has confirmed/)
    await api.database.pool.query(`delete from loss where start_at > $1`, [at('2026-05-05T00:00:00Z')])
    await api.database.pool.query(`delete from shift where shift_date > '2026-05-04'`)
    await api.database.pool.query(`update shift set status = 'UNCONFIRMED'`)
  })

  it('are sent after each shift, with hours and minutes as a delay (W-25)', async () => {
    await api.database.pool.query(
      `insert into shift_schedule (company_id, work_center_id, valid_from, time_zone, shift_id, code, name, time_start, time_end)
       values ('ACME1', 0, 0, 'Europe/Kyiv', 1, 'A', 'Day', '09:00', '17:00')`,
    )
    now = at('2026-05-04T06:00:00Z')
    const { nextOn } = await made(`reportTypeId: 2, hours: 0, minutes: 30, workCenterId: ${presses[0]}, periodicity: BY_SHIFTS`)
    assert.equal(nextOn, '2026-05-04T14:32:00.000Z')
    await goOn('2026-05-04T14:31:59Z')
    assert.deepEqual(await runs(), [])
    await goOn('2026-05-04T14:42:00Z')
    assert.deepEqual(
      (await runs()).map(({ key }) => key),
      ['S:2026-05-04T06:00:00.000Z'],
    )
    assert.match(wordsOf(mailServer.taken[0]?.message ?? ''), /for 4 May 2026, 09:00 is attached/)
    await api.database.pool.query('delete from shift_schedule')
  })

  it('are not sent to who left them by the link in an e-mail, and again to who came back', async () => {
    const { id } = await made(`${DAILY}, ${usersOf('ADMIN', 'USER')}`)
    const by = { list: 'REPORT', companyId: ACME, key: `${id}`, userId: api.users.USER }
    assert.deepEqual(await lists.leave(by), { language: 'en', name: 'Downtime report' })
    assert.equal(await lists.leave({ ...by, userId: asId<UserId>(api.stranger) }), null)
    await goOn('2026-05-05T04:00:00Z')
    assert.deepEqual(
      mailServer.taken.map(({ to }) => to[0]),
      ['admin@test.example'],
    )
    await lists.comeBack(by)
    await api.database.pool.query(`update report_run set period_key = 'another'`)
    await api.database.pool.query('update report_subscription set considered_until = $1, look_on = to_timestamp(0)', [now - HOUR_MS])
    await goOn('2026-05-05T04:00:30Z')
    assert.deepEqual(
      mailServer.taken
        .slice(1)
        .flatMap(({ to }) => to)
        .toSorted(),
      ['admin@test.example', 'user@test.example'],
    )
  })

  it('of energy come with what was used, and not while the company has its costs switched off (R-13)', async () => {
    const { pool } = api.database
    await pool.query(
      `insert into energy_hour (company_id, work_center_id, hour_at, kwh, covered_ms, is_assumed_balanced, quarter_kwh, quarter_covered_ms, quarter_max_kw,
         quarter_source) values ('ACME1', $1, $2, 12, 3600000, false, '{3,3,3,3}', '{900000,900000,900000,900000}', '{12,12,12,12}', '{POWER,POWER,POWER,POWER}')`,
      [presses[0], DAY_START],
    )
    await pool.query(`insert into sensor (company_id, work_center_id, type, number) values ('ACME1', $1, 'POWER', 1)`, [presses[0]])
    await pool.query(
      `insert into energy_progress (company_id, work_center_id, derived_until, shared_until, zone, margin_ms, reach_ms, rewinds)
       values ('ACME1', $1, $2, $2, 'Europe/Kyiv', 3600000, 3600000, 0)`,
      [presses[0], DAY_START + 2 * DAY_MS],
    )
    assert.equal(
      (await change('addReportSubscriber', 'reportTypeId: 6, periodicity: BY_SHIFTS, hours: 0, minutes: 0, workCenterId: 0')).code?.[
        'field'
      ],
      'periodicity',
    )
    await made('reportTypeId: 6, hours: 7, minutes: 0, format: CSV, workCenterId: 0')
    await goOn('2026-05-05T04:00:00Z')
    assert.match(wordsOf(mailServer.taken[0]?.message ?? ''), /Energy: 12 kWh\./)
    await pool.query(
      `insert into company_extension (company_id, extension, is_active, changed_on) values ('ACME1', 'ENERGY', false, now())`,
    )
    await goOn('2026-05-06T04:00:00Z')
    assert.deepEqual([mailServer.taken.length, (await list())[0]?.recipients[0]?.lastState], [1, 'EMPTY'])
    await pool.query(`delete from company_extension where company_id = 'ACME1'`)
    for (const table of ['energy_hour', 'energy_progress', 'sensor']) await pool.query(`delete from ${table} where company_id = 'ACME1'`)
  })

  it('of energy of a plant east of the company are due once the day of the company is over (R-13)', async () => {
    const { pool } = api.database
    const { rows } = await pool.query<{ zone: string }>(`select time_zone as zone from company where id = 'ACME1'`)
    await pool.query(`update company set time_zone = 'America/Mexico_City' where id = 'ACME1'`)
    await pool.query(`update work_center set time_zone = 'Europe/Madrid' where id = $1`, [presses[0]])
    try {
      const sent = `hours: 6, minutes: 0, workCenterId: ${presses[0]}`
      const { zone, nextOn } = await made(`reportTypeId: 6, ${sent}`)
      assert.deepEqual([zone, at(nextOn)], ['America/Mexico_City', at('2026-05-05T12:00:00Z')])
      // Its stops are of days of the plant.
      const stops = await made(`reportTypeId: 2, ${sent}`)
      assert.deepEqual([stops.zone, at(stops.nextOn)], ['Europe/Madrid', at('2026-05-05T04:00:00Z')])
      const asked = async () =>
        (await pool.query<{ from: string }>(`select date_from::text as from from report_run where type = 'ENERGY'`)).rows.map(
          ({ from }) => from,
        )
      await goOn('2026-05-05T11:59:00Z')
      assert.deepEqual(await asked(), [])
      await goOn('2026-05-05T12:00:00Z')
      assert.deepEqual(await asked(), ['2026-05-04'])
    } finally {
      await pool.query(`update company set time_zone = $1 where id = 'ACME1'`, [rows[0]?.zone])
      await pool.query(`update work_center set time_zone = null where id = $1`, [presses[0]])
    }
  })

  it('lead to the page where the file is too large for an e-mail, and say nothing where there is nothing', async () => {
    await made(DAILY)
    attachLimitBytes = 100
    await goOn('2026-05-05T04:00:00Z')
    attachLimitBytes = 8_000_000
    const message = mailServer.taken[0]?.message ?? ''
    assert.match(wordsOf(message), /too large for an e-mail/)
    assert.match(wordsOf(message), new RegExp(`https://oee\\.example/reports\\?run=${(await runs())[0]?.id}`))
    assert.doesNotMatch(message, /application\/pdf/)
    now += DAY_MS
    await goOn('2026-05-06T04:00:00Z')
    assert.deepEqual([mailServer.taken.length, (await list())[0]?.recipients[0]?.lastState], [1, 'EMPTY'])
  })

  it('tell once which shifts of the report before were confirmed again since (R-9)', async () => {
    const { database } = api
    const record = (oee: number, accepted: number) =>
      JSON.stringify({ shift: { shiftDate: '2026-05-04' }, name: 'Day', kpis: { oee }, terms: { output: { accepted } } })
    const confirm = async (revision: number, oee: number, accepted: number) => {
      const shift = `select company_id, work_center_id, start_at, $1::int, $2, clock_timestamp(), '[]', $3, '[]', null, null, 'Counted again'
        from shift where work_center_id = $4 and shift_date = '2026-05-04'`
      await database.pool.query(
        `insert into shift_revision (company_id, work_center_id, shift_start_at, revision, confirmed_by, confirmed_on, issues, record, losses, reopened_by, reopened_on, reopen_reason) ${shift}`,
        [revision, api.users.ADMIN, record(oee, accepted), presses[0]],
      )
      await database.pool.query(`update shift set revision = $1, confirmed_on = clock_timestamp() where work_center_id = $2`, [
        revision,
        presses[0],
      ])
    }
    await confirm(1, 0.731, 3300)
    await addShift(api, presses[0] ?? 0, { date: '2026-05-05', start: at('2026-05-05T06:00:00Z') })
    await made('reportTypeId: 1, hours: 7, minutes: 0, workCenterId: 0, format: XLSX')
    await goOn('2026-05-05T04:00:00Z')
    await confirm(2, 0.7404, 3332)
    const marked = await api.ask('{ reportRuns { restatedShifts } }')
    assert.deepEqual(marked.data['reportRuns'], [{ restatedShifts: 1 }])
    await goOn('2026-05-06T04:00:00Z')
    const { rows: files } = await database.pool.query<{ id: string }>(
      `select d.file_id as id from report_rendering d join report_run r on r.id = d.run_id order by r.due_on`,
    )
    const sheetOf = async ({ id }: { readonly id: string }) => {
      const file = await database.inTenant(ACME, (tenant) => findFile(tenant, id))
      assert.ok(file)
      const parts = await Array.fromAsync(readFile(database, ACME, file, { start: 0, end: file.size }))
      const { sheets } = await readXlsx(new Uint8Array(Buffer.concat(parts)))
      return sheets.find(({ name }) => name === 'Confirmed again')?.rows ?? null
    }
    const [first, second] = await Promise.all(files.map(sheetOf))
    assert.equal(first, null)
    const cells = second?.[1]?.filter((cell) => typeof cell === 'number' || typeof cell === 'string') ?? []
    assert.deepEqual(
      cells.map((cell) => (typeof cell === 'number' ? Math.round(cell * 10_000) / 10_000 : cell)),
      ['Press 1', 'Day', 0.731, 0.7404, 3300, 3332, 2, 'Test Person', 'Counted again'],
    )
    await database.pool.query('delete from shift_revision')
    await database.pool.query(`delete from shift where shift_date = '2026-05-05'`)
    await database.pool.query('update shift set revision = 0, confirmed_on = null')
  })

  it('are sent now, of the latest period that is over, once a minute, by who may change them (R-11)', async () => {
    const { id } = await made(
      `reportTypeId: 1, hours: 7, minutes: 0, workCenterId: 0, waitForConfirmation: true, ${usersOf('ADMIN', 'USER')}`,
    )
    now = at('2026-05-05T05:00:00Z')
    const send = async (as: Role) => (await api.ask(`mutation { sendReport(id: ${id}) { id } }`, { as })).errors[0]?.extensions.code ?? null
    assert.deepEqual([await send('GUEST'), await send('USER')], ['REPORT_NOT_FOUND', 'FORBIDDEN'])
    assert.deepEqual([await send('ADMIN'), await send('ADMIN')], [null, null])
    await untilSo(countOpen, (count) => count === 0)
    assert.deepEqual(mailServer.taken.flatMap(({ to }) => to).toSorted(), ['admin@test.example', 'user@test.example'])
    assert.deepEqual(
      (await runs()).map(({ key, mailed }) => [key, mailed]),
      [['X:2026-05-05T05:00:00.000Z', true]],
    )
    assert.deepEqual((await list())[0]?.lastRun?.dateFrom, '2026-05-04')
    await goOn('2026-05-06T04:00:00Z')
    assert.ok(
      (await runs()).some(({ key }) => key === 'D:2026-05-05'),
      'what comes by itself comes as before',
    )
  })

  it('are of the work centers that are in a group by then, and end with it', async () => {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into work_center_group (company_id, name, color) values ('ACME1', 'Line', '#2E6FDB') returning id`,
    )
    const [group = 0] = rows.map(({ id }) => id)
    await api.database.pool.query('update work_center set group_id = $1 where id = $2', [group, presses[0]])
    const report = await made(`${DAILY}, groupId: ${group}, ${usersOf('ADMIN', 'OPERATOR')}`)
    assert.equal((await list('ADMIN', `(workCenterId: ${presses[0]})`)).length, 1)
    assert.equal((await list('ADMIN', `(workCenterId: ${presses[1]})`)).length, 0)
    await api.database.pool.query('update work_center set group_id = $1 where id = $2', [group, presses[1]])
    await goOn('2026-05-05T04:00:00Z')
    const files = await api.database.pool.query<{ ids: number[] }>(
      `select d.request->'workCenterIds' as ids from report_rendering d
      join report_run r on r.id = d.run_id where r.subscription_id = $1 order by jsonb_array_length(d.request->'workCenterIds')`,
      [report.id],
    )
    assert.deepEqual(
      files.rows.map(({ ids }) => ids),
      [[presses[1]], presses],
    )
    assert.deepEqual(
      [
        (await change('addReportSubscriber', `${DAILY}, groupId: ${group + 1}`)).code?.code,
        (await change('addReportSubscriber', `reportTypeId: 2, hours: 7, minutes: 0, workCenterId: ${presses[0]}, groupId: ${group}`)).code
          ?.field,
      ],
      ['GROUP_NOT_FOUND', 'workCenterId'],
    )
    assert.deepEqual((await api.ask(`mutation { deleteWorkCenterGroup(id: ${group}) }`)).errors, [])
    assert.deepEqual(await list(), [])
    const ended = (await entriesOf(report.id)).at(-1)
    assert.deepEqual([ended?.action, ended?.isByNobody, ended?.before?.['groupId'], ended?.after], ['DELETE_REPORT', false, group, null])
  })

  type Entry = {
    readonly action: string
    readonly isByNobody: boolean
    readonly emails: unknown
    readonly before: Readonly<Record<string, unknown>> | null
    readonly after: Readonly<Record<string, unknown>> | null
  }
  const entriesOf = async (id: number) =>
    (
      await api.database.pool.query<Entry>(
        `select action, user_id is null as "isByNobody", details->'emails' as emails, details->'before' as before, details->'after' as after from audit_log
         where subject = $1 order by id`,
        [`report ${id}`],
      )
    ).rows

  it('go to addresses outside the company where it allows them, once somebody there agreed, with the rights of whose they are (R-7)', async () => {
    const allow = (is: boolean) => api.ask(`mutation { updateCompany(id: "${ACME}", externalReports: ${is}) { externalReports } }`)
    const input = `${DAILY}, ${usersOf('ADMIN')}, emails: [" Auditor@Bank.example ", "auditor@bank.example"]`
    assert.deepEqual((await change('addReportSubscriber', input)).code, { code: 'EXTERNAL_REPORTS_OFF', field: 'emails', params: {} })
    assert.deepEqual((await allow(true)).data['updateCompany'], { externalReports: true })
    assert.equal((await change('addReportSubscriber', `${DAILY}, emails: ["a@b.example", "nobody"]`)).code?.field, 'emails[1]')
    assert.equal((await change('addReportSubscriber', `${DAILY}, emails: ["a@b.example"]`, 'USER')).code?.code, 'FORBIDDEN')
    const { id } = await made(input)
    await untilSo(countOpen, (count) => count === 0)
    const addresses = async (as: Role = 'ADMIN') =>
      (await api.ask(`{ boxReports { addresses { email confirmedOn leftOn lastState } } }`, { as })).data[
        'boxReports'
      ] as readonly unknown[]
    assert.deepEqual(await addresses(), [
      { addresses: [{ email: 'auditor@bank.example', confirmedOn: null, leftOn: null, lastState: null }] },
    ])

    // Asked once, and nothing is sent before somebody there agreed.
    await goOn('2026-05-05T04:00:00Z')
    const to = () => mailServer.taken.filter(({ to: all }) => all.includes('auditor@bank.example'))
    assert.equal(to().length, 1)
    const [, addressId = ''] = /links\/REPORT_AGREE\/([0-9a-f-]{36})/.exec(wordsOf(to()[0]?.message ?? '')) ?? []
    const by = { companyId: ACME, key: `${id}`, userId: asId<UserId>(addressId) }
    assert.equal((await outside.get('REPORT_AGREE')?.name({ list: 'REPORT_AGREE', ...by }))?.name, 'Downtime report, ACME1 Works')
    for (const _twice of [1, 2]) await outside.get('REPORT_AGREE')?.leave({ list: 'REPORT_AGREE', ...by })
    const said = { action: 'UPDATE_REPORT', isByNobody: true, emails: ['auditor@bank.example'] }
    assert.deepEqual((await entriesOf(id)).slice(1), [{ ...said, before: { answer: 'ASKED' }, after: { answer: 'AGREED' } }])
    await change('updateReportSubscriber', `id: ${id}, ${usersOf('ADMIN')}, emails: ["auditor@bank.example"]`)

    // A day later it is there, marked as made with the rights of whose subscription it is, and no link leads into the product.
    await addShift(api, presses[0] ?? 0, { start: DAY_START + DAY_MS, date: '2026-05-05' })
    await addLoss(api, presses[0] ?? 0, [1450, 1480], { shift_start_at: DAY_START + DAY_MS })
    await goOn('2026-05-06T04:00:00Z')
    const [, letter, ...others] = to()
    assert.deepEqual([others.length, letter?.message.includes('application/pdf')], [0, true])
    const words = wordsOf(letter?.message ?? '')
    assert.match(words, /has the report “Downtime report” for 5 May 2026 sent to you/)
    assert.match(words, /Stopped time 0:30:00\./)
    assert.ok(letter?.message.replaceAll('\r\n ', '').includes(`/end/${id}/${addressId}>`) && !words.includes('/reports?run='))
    const { rows } = await api.database.pool.query<{ madeFor: string }>(
      `select request->>'madeFor' as "madeFor" from report_rendering where class = 'EXTERNAL'`,
    )
    assert.match(rows[0]?.madeFor ?? '', /^addresses outside the company, with the rights of /)

    // Who left by the link, or whom the company lets have nothing any more, gets none; others than those who set it up see no address.
    await allow(false)
    await addShift(api, presses[0] ?? 0, { start: DAY_START + 2 * DAY_MS, date: '2026-05-06' })
    await addLoss(api, presses[0] ?? 0, [2890, 2900], { shift_start_at: DAY_START + 2 * DAY_MS })
    await goOn('2026-05-07T04:00:00Z')
    assert.equal(to().length, 2)
    assert.deepEqual((await addresses())[0], {
      addresses: [
        {
          email: 'auditor@bank.example',
          confirmedOn: new Date(at('2026-05-05T04:00:00Z')).toISOString(),
          leftOn: null,
          lastState: 'NO_RIGHT',
        },
      ],
    })
    await outside.get('REPORT_ADDRESS')?.leave({ list: 'REPORT_ADDRESS', ...by })
    await change('addReportSubscriber', `id: ${id}, ${usersOf('USER')}`)
    assert.deepEqual(await addresses('USER'), [{ addresses: [] }])
    assert.deepEqual(
      (await entriesOf(id)).filter(({ isByNobody }) => isByNobody).map(({ after }) => after),
      [{ answer: 'AGREED' }, { answer: 'LEFT' }],
    )
    const { rows: left } = await api.database.pool.query(
      'select from report_address where left_on is not null and confirmed_on is not null',
    )
    assert.equal(left.length, 1)

    // An e-mail that waits is for its address as long as the report is there.
    const isForReader = reportMailCheck(api.database)
    const { rows: waiting } = await api.database.pool.query<{ id: string }>(`select id from email where kind = 'REPORT_EXTERNAL'`)
    const emailId = waiting[0]?.id ?? ''
    await allow(true)
    assert.equal(await isForReader(emailId), false)
    await outside.get('REPORT_ADDRESS')?.comeBack({ list: 'REPORT_ADDRESS', ...by })
    assert.equal(await isForReader(emailId), true)
    assert.deepEqual((await api.ask(`mutation { deleteReport(id: ${id}) }`)).errors, [])
    assert.equal(await isForReader(emailId), false)
    await api.database.pool.query(`delete from shift where shift_date > '2026-05-04'`)
    await api.database.pool.query('delete from loss where start_at > $1', [DAY_START + DAY_MS])
  })

  it('ask 100 addresses a day at most, however often their report is deleted, and nobody again who left or did not answer', async () => {
    const { pool } = api.database
    const allow = (is: boolean) => pool.query('update company set external_reports = $2 where id = $1', [ACME, is])
    await allow(true)
    await pool.query('delete from report_address_ask')
    const many = Array.from({ length: 40 }, (_one, at) => `"p${at}@bank.example"`).join(', ')
    for (const _round of [1, 2]) {
      const { id } = await made(`${DAILY}, ${usersOf('ADMIN')}, emails: [${many}]`)
      assert.equal((await api.ask(`mutation { deleteReport(id: ${id}) }`)).data['deleteReport'], true)
    }
    assert.equal((await change('addReportSubscriber', `${DAILY}, ${usersOf('ADMIN')}, emails: [${many}]`)).code?.code, 'TOO_MANY_EMAILS')

    const { id } = await made(`${DAILY}, ${usersOf('ADMIN')}, emails: ["one@bank.example"]`)
    const asked = async () =>
      (await pool.query<{ link: string | null }>(`select unsubscribe_url as link from email where recipient = 'one@bank.example'`)).rows
    const set = async (emails: string) =>
      (await change('updateReportSubscriber', `id: ${id}, ${usersOf('ADMIN')}, emails: [${emails}]`)).code
    const { rows } = await pool.query<{ id: string }>('select id from report_address where subscription_id = $1', [id])
    const by = { companyId: ACME, key: `${id}`, userId: asId<UserId>(rows[0]?.id ?? '') }
    assert.deepEqual(await asked(), [{ link: `https://factory.example/links/REPORT_ADDRESS/${by.userId}` }])
    now += 2 * DAY_MS
    assert.equal(await set('"one@bank.example"'), null)
    assert.equal((await asked()).length, 1)
    await set('')
    assert.equal(await set('"one@bank.example"'), null)
    assert.equal((await asked()).length, 2)

    // Who leaves while the address is removed has left, and is not asked when it is added again.
    await set('')
    assert.equal((await outside.get('REPORT_AGREE')?.leave({ list: 'REPORT_AGREE', ...by })) ?? null, null)
    assert.ok(await outside.get('REPORT_ADDRESS')?.leave({ list: 'REPORT_ADDRESS', ...by }))
    now += 2 * DAY_MS
    assert.equal(await set('"one@bank.example"'), null)
    assert.equal((await asked()).length, 2)
    assert.equal((await pool.query('select from report_address where left_on is not null')).rows.length, 1)

    // Where the company allows none any more, those that are there may stay.
    await allow(false)
    assert.equal(await set('"one@bank.example"'), null)
    assert.equal((await set('"one@bank.example", "two@bank.example"'))?.code, 'EXTERNAL_REPORTS_OFF')
  })

  it('are sent to oneself when asked for', async () => {
    for (const [name, args] of [
      ['sendDowntimeProtocol', 'format: XLSX'],
      ['sendEfficiencyProtocol', 'format: PDF'],
      ['sendLossesProtocol', 'format: PDF'],
      ['sendLossesReportToMail', 'exportFormat: CSV'],
    ] as const) {
      const { data, errors } = await api.ask(`mutation { ${name}(periodStart: "2026-05-04T07:00:00Z", ${args}) { success } }`, {
        as: 'USER',
      })
      assert.deepEqual([data[name], errors], [{ success: true }, []], name)
    }
    await untilSo(countOpen, (count) => count === 0)
    const { taken } = mailServer
    assert.deepEqual(
      taken.map(({ to }) => to[0]),
      Array.from({ length: 4 }, () => 'user@test.example'),
    )
    assert.ok(taken.every(({ message }) => !message.includes('List-Unsubscribe')))
    const nothing = await api.ask(`mutation { sendDowntimeProtocol(periodStart: "2025-05-04T07:00:00Z") { errorMessage } }`)
    assert.deepEqual(nothing.data['sendDowntimeProtocol'], { errorMessage: 'No downtime data found' })
  })

  describe('of a saved view of analytics (type 5)', () => {
    const VIEW = 'reportTypeId: 5, hours: 7, minutes: 0, workCenterId: 0'
    const SEARCH = 'by=WORK_CENTER&and=REASON&range=last30&cmp=NONE'
    const save = async (name: string, search: string, { as = 'ADMIN', isShared = false }: { as?: Role; isShared?: boolean } = {}) => {
      const { data } = await api.ask(
        'mutation ($name: String!, $search: String!, $isShared: Boolean) { saveView(list: ANALYTICS, name: $name, search: $search, isShared: $isShared) { id } }',
        { as, variables: { name, search, isShared } },
      )
      return (data['saveView'] as { readonly id: string }).id
    }
    const viewsOf = async () =>
      (await api.ask('{ boxReports { reportTypeId view viewName version } }')).data['boxReports'] as readonly {
        readonly view: string | null
        readonly viewName: string | null
      }[]
    const fileOf = async () => {
      const { rows } = await api.database.pool.query<{ id: string }>('select file_id as id from report_rendering')
      const file = await api.database.inTenant(ACME, (tenant) => findFile(tenant, rows[0]?.id ?? ''))
      assert.ok(file)
      return Buffer.concat(await Array.fromAsync(readFile(api.database, ACME, file, { start: 0, end: file.size })))
    }
    afterEach(() => api.database.pool.query('delete from saved_view'))

    it('tell what its page tells of the dates, in file and e-mail, to those who may read analytics', async () => {
      const id = await save('Worst: presses / reasons', SEARCH)
      await made(`${VIEW}, view: "${id}", format: XLSX, ${usersOf('ADMIN', 'USER', 'OPERATOR')}`)
      await goOn('2026-05-05T04:00:00Z')
      assert.deepEqual(mailServer.taken.flatMap(({ to }) => to).toSorted(), ['admin@test.example', 'user@test.example'])
      const [message = ''] = mailServer.taken.map((one) => one.message)
      assert.match(message, /Worst presses reasons 2026-05-04\.xlsx/)
      const { data } = await api.ask(
        `{ analytics(input: { measure: DURATION, by: [WORK_CENTER, REASON], dateFrom: "2026-05-04", dateTo: "2026-05-04", source: STATUS }) {
          cells { keys figure { part } } whole { figure { part } } } }`,
      )
      const { cells, whole } = data['analytics'] as {
        readonly cells: readonly { readonly keys: readonly string[]; readonly figure: { readonly part: number } }[]
        readonly whole: { readonly figure: { readonly part: number } }
      }
      assert.equal(whole.figure.part, 2 * 62.5 * 60)
      assert.match(wordsOf(message), /Lost time: 2:05:00\./)
      const workbook = await readXlsx(await fileOf())
      const { rows } = workbook.sheets.find(({ name }) => name === 'View') ?? { rows: [] }
      assert.deepEqual(rows[0], ['Work center', 'Reason', 'Lost time', 'Share', 'Share of planned production time'])
      // A duration is read as a date, days after the first one of a spreadsheet.
      const secondsOf = (cell: unknown) => (cell instanceof Date ? Math.round((cell.getTime() - Date.UTC(1899, 11, 31)) / 1000) : cell)
      const names = new Map(presses.map((press, at) => [`${press}`, `Press ${at + 1}`]))
      assert.deepEqual(
        rows.slice(1).map((row) => [row[0], secondsOf(row[2])]),
        [...cells.map(({ keys, figure }) => [names.get(keys[0] ?? '') ?? '', figure.part]), ['All together', whole.figure.part]],
      )
    })

    it('follow their view while it is there, and go on as they were when it is deleted', async () => {
      const id = await save('Week', SEARCH)
      const report = await made(`${VIEW}, view: "${id}"`)
      assert.equal(await save('WEEK', 'm=OEE&by=DAY'), id)
      assert.deepEqual(await viewsOf(), [{ reportTypeId: 5, view: id, viewName: 'WEEK', version: 1 }])
      await api.ask('mutation ($id: Guid!) { deleteSavedView(id: $id) }', { variables: { id } })
      assert.deepEqual(await viewsOf(), [{ reportTypeId: 5, view: null, viewName: 'WEEK', version: 1 }])
      assert.equal((await change('updateReport', `id: ${report.id}, ${VIEW}, version: 1`)).code, null)
      await goOn('2026-05-05T04:00:00Z')
      const [message = ''] = mailServer.taken.map((one) => one.message)
      assert.match(wordsOf(message), /OEE: \d/)
      const { rows } = await api.database.pool.query<{ view: object }>(`select request->'view' as view from report_rendering`)
      assert.deepEqual(rows, [{ view: { name: 'WEEK', search: 'm=OEE&by=DAY' } }])
      assert.equal((await change('updateReport', `id: ${report.id}, ${DAILY}, version: 2`)).code, null)
      assert.equal((await change('updateReport', `id: ${report.id}, ${VIEW}, version: 3`)).code?.field, 'view')
    })

    it('of a view that is shared no more go on as they were for others, and follow for its owner', async () => {
      const id = await save('All', SEARCH, { isShared: true })
      await made(`${VIEW}, view: "${id}"`)
      await made(`${VIEW}, view: "${id}"`, 'USER')
      assert.equal(await save('All', 'm=OEE&by=DAY'), id)
      const { rows } = await api.database.pool.query<{ own: boolean; view: string | null; search: string }>(
        'select owner_id = $1 as own, view_id as view, view_search as search from report_subscription order by id',
        [api.users.ADMIN],
      )
      assert.deepEqual(rows, [
        { own: true, view: id, search: 'm=OEE&by=DAY' },
        { own: false, view: null, search: SEARCH },
      ])
    })

    it('are of views that one sees, and stay what they are when somebody else changes the time', async () => {
      const own = await save('Mine', SEARCH, { as: 'USER' })
      const shared = await save('All', SEARCH, { isShared: true })
      const unknown = { code: 'VIEW_NOT_FOUND', field: 'view', params: {} }
      assert.deepEqual((await change('addReportSubscriber', `${VIEW}, view: "${own}"`)).code, unknown)
      assert.deepEqual((await change('addReportSubscriber', `${VIEW}, view: "${api.users.USER}"`)).code, unknown)
      assert.equal((await change('addReportSubscriber', `${VIEW}, view: "${shared}"`, 'USER')).code, null)
      const report = await made(`${VIEW}, view: "${own}"`, 'USER')
      assert.equal((await change('updateReport', `id: ${report.id}, ${VIEW.replace('7', '8')}, view: "${own}"`)).code, null)
      assert.deepEqual((await change('addReportSubscriber', `${VIEW}, view: "${shared}", periodicity: BY_SHIFTS`)).code, {
        code: 'INVALID_FORMAT',
        field: 'periodicity',
        params: { example: 'DAILY, MONTHLY, WEEKLY' },
      })
      assert.equal((await change('addReportSubscriber', `${VIEW}, view: "${shared}"`, 'OPERATOR')).code?.code, 'FORBIDDEN')
    })
  })
})
