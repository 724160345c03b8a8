/** The largest photo or document that an answer takes (domain.md CL-6). */
export const MAX_ANSWER_FILE_BYTES = 20 * 1024 * 1024
/** A file is sent in parts of so many bytes, so that a break costs one of them. */
export const FILE_PART_BYTES = 256 * 1024
