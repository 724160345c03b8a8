/** What was confirmed, as a person would have posted it. */
export type AddedConfirmation = {
  readonly companyId: string
  readonly workCenterId: number
  readonly jobOrderId?: number | null
  readonly start: number
  readonly end: number | null
  readonly accepted: number
  readonly rejected?: number
  readonly type?: 'CANCELED' | 'CONFIRMED'
  readonly isClosing?: boolean
  readonly batchCode?: string | null
}

/** Adds a posting with a row of each type of output that it has; figures follow once its time is marked for recalculation. */
export async function addConfirmation(
  query: (text: string, values: readonly unknown[]) => Promise<unknown>,
  { companyId, workCenterId, jobOrderId = null, start, end, accepted, rejected = 0, ...more }: AddedConfirmation,
): Promise<void> {
  const { type = 'CONFIRMED', isClosing = false, batchCode = null } = more
  await query(
    `with posting as (insert into output_posting (company_id, work_center_id, job_order_id, at) values ($1, $2, $3, $4) returning id)
    insert into output_confirmation (company_id, work_center_id, job_order_id, start_at, end_at, accepted, rejected, type, is_closing, batch_code, posting_id, batch_time)
    select $1, $2, $3, $5, $6, made.accepted, made.rejected, $7, $8, $9, posting.id, $4
    from posting cross join (values ($10::numeric, 0::numeric), (0, $11::numeric)) as made (accepted, rejected)
    where made.accepted > 0 or made.rejected > 0`,
    [companyId, workCenterId, jobOrderId, end ?? start, start, end, type, isClosing, batchCode, accepted, rejected],
  )
}
