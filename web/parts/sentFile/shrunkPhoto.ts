/** The longer side of a photo, in pixels (domain.md CL-10). */
export const USUAL = 1_920
/** The same where the line or the device has room for no more (domain.md CL-10). */
export const SMALL = 640
const QUALITY = 0.85

/** Returns the photo made anew: at most so many pixels long, without the place where it was taken; a document as it is; null = it is no picture, whatever it is called. */
export async function shrunkPhoto(file: File, longest = USUAL): Promise<File | null> {
  if (!file.type.startsWith('image/')) return file
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return null
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale)))
  const context = canvas.getContext('2d')
  if (context === null) return null
  // What is transparent would be black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
  return new File([blob], file.name.replace(/\.[^.]*$/, '.jpg'), { type: blob.type })
}
