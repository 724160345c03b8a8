/** For how many days a background job is listed after it ended: one that was done, and one that failed or was cancelled. */
export const JOB_KEEP_DAYS = { done: 30, failed: 90 } as const
