import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { serverDatabaseUrl } from '../../tools/serverDatabase.ts'
import { COMPANY, type World } from '../world.ts'
import { assertAccessible } from './accessibility.ts'

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

export function jobStories(world: () => World): void {
  test('background jobs are reached by the keyboard, filtered, fetched and run again when they died', async () => {
    await addDeadJob(world(), 'Press of a dead job')
    const page = await world().openPage('/users')
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    const heading = page.getByRole('heading', { level: 1, name: 'Jobs' })
    // The keys come with a part that is loaded after the page.
    for (let tries = 0; tries < 20 && !(await heading.isVisible()); tries++) {
      for (const key of ['g', 'w']) await page.keyboard.press(key)
      await page.waitForTimeout(500)
    }
    await heading.waitFor()
    const table = page.getByRole('table', { name: 'Jobs' })
    const dead = table.getByRole('row', { name: /Press of a dead job/ })
    await dead.getByText('Failed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Export the audit log' }).click()
    const made = table.getByRole('row', { name: /Export.*audit-log\.csv/ })
    const [file] = await Promise.all([page.waitForEvent('download'), made.getByRole('button', { name: /^Download audit-log/ }).click()])
    assert.match(file.suggestedFilename(), /^audit-log-[\d-]+\.csv$/)
    await assertAccessible(page)

    await page.getByLabel('State', { exact: true }).selectOption('FAILED')
    await page.waitForURL(/state=FAILED/)
    await made.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await dead.getByRole('button', { name: 'Run again' }).press('Enter')
    await page.getByText('The job runs again').waitFor()
    await dead.getByRole('button', { name: 'Run again' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await table
      .getByRole('row', { name: /Press of a dead job/ })
      .nth(1)
      .waitFor()
    await assertAccessible(page)

    await page.setViewportSize({ width: 390, height: 844 })
    await table
      .getByRole('row', { name: /Press of a dead job/ })
      .first()
      .waitFor()
    assert.equal(await page.evaluate(OVERFLOW), 0)
    await page.goto('/audit?action=RETRY_JOB')
    await page
      .getByRole('row', { name: /Job run again/ })
      .first()
      .waitFor()
    await page.close()
  })
}

/** Adds a job that failed at every try, as the queue keeps it. */
async function addDeadJob({ product }: World, subject: string): Promise<void> {
  const database = new pg.Client({
    connectionString: await serverDatabaseUrl({ databaseUrl: null, dataDir: product.settings['DATA_DIR'] ?? '' }),
  })
  await database.connect()
  try {
    const id = randomUUID()
    const data = { companyId: COMPANY, kind: 'CALIBRATION', payload: {} }
    await database.query(
      `insert into job_run (id, company_id, kind, subject, state, attempts, error, error_id, ended_on)
       values ($1, $2, 'CALIBRATION', $3, 'FAILED', 9, 'the device did not answer', gen_random_uuid(), now())`,
      [id, COMPANY, subject],
    )
    await database.query(`insert into pgboss.job (name, data, source_name, source_id) values ('DEAD', $1, 'CALIBRATION', $2)`, [data, id])
  } finally {
    await database.end()
  }
}
