/** Nobody turns so many pages; to count a million rows for each of them would take longer than to read them. */
export const MAX_COUNTED = 10_000
