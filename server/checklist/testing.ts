import assert from 'node:assert/strict'
import { ACME } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'

/** Adds a checklist of one task with an occurrence that somebody answered; returns their ids. */
export async function seedChecklist(api: TestApi, workCenterId: number): Promise<{ readonly id: number; readonly occurrenceId: number }> {
  const ask = async (text: string): Promise<number> => {
    const { data } = await api.ask(`mutation { ${text} { id } }`)
    const [answer] = Object.values(data)
    assert.ok(typeof answer === 'object' && answer !== null && 'id' in answer)
    return Number(answer.id)
  }
  const task = '{ id: "done", description: "Look at the guard", type: MARK_AS_DONE }'
  const frequency = '{ source: DAILY_SCHEDULE, showAt: ["10:00"], allowManualActivation: true }'
  const place = `workCenterIds: [${workCenterId}]`
  const id = await ask(
    `createOrUpdateChecklist(input: { name: "Guard", active: true, ${place}, tasks: [${task}], frequency: ${frequency} })`,
  )
  const occurrenceId = await ask(`startChecklist(checklistId: ${id}, workCenterId: ${workCenterId})`)
  await ask(`saveChecklistAnswers(occurrenceId: ${occurrenceId}, answers: [{ taskId: "done", isDone: true }])`)
  await ask(
    `submitChecklist(occurrenceId: ${occurrenceId}, answers: [], signature: { name: "A", strokes: [{ points: [0.1, 0.2, 0.3, 0.4] }] })`,
  )
  await api.database.pool.query(
    `insert into checklist_file (company_id, id, occurrence_id, name, content_type, size, bytes, sha256, uploaded_by, uploaded_on)
     values ($1, gen_random_uuid(), $2, 'guard.pdf', 'application/pdf', 1, 'x', 'x', $3, now())`,
    [ACME, occurrenceId, api.users.ADMIN],
  )
  return { id, occurrenceId }
}
