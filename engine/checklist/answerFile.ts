/** The largest photo or document that an answer takes (domain.md CL-6). */
export const MAX_ANSWER_FILE_BYTES = 20 * 1024 * 1024
/** How a photo or document came into an answer: taken then with the camera, or chosen from what the device had. */
export const FILE_SOURCES = ['CAMERA', 'FILE'] as const
export type FileSource = (typeof FILE_SOURCES)[number]
/** A file is sent in parts of so many bytes, so that a break costs one of them. */
export const FILE_PART_BYTES = 256 * 1024
