import type { ApiProblem } from './problems.ts'

/** Maximum size of a photo (spec 000 §5), as for the endpoint. */
export const PHOTO_MAX_BYTES = 5 * 1024 * 1024
/** Types that the server can read. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

type PhotoChange = {
  /** Owner of the photo as in the URL; a work center with its id. */
  readonly owner: 'user' | 'company' | `work-center/${number}`
  /** null takes the photo away. */
  readonly file: Blob | null
  readonly accessToken: () => Promise<string | null>
  readonly tenantId: string | null
}

/** Returns the problem of a chosen file: PHOTO_NOT_VALID by type, PHOTO_TOO_LARGE above 5 MB; null when it may be sent. */
export function photoProblem(file: { readonly type: string; readonly size: number }): ApiProblem | null {
  if (!PHOTO_TYPES.some((type) => type === file.type)) return { code: 'PHOTO_NOT_VALID', params: {} }
  return file.size > PHOTO_MAX_BYTES ? { code: 'PHOTO_TOO_LARGE', params: {} } : null
}

/** Sends or removes a photo; returns what was refused, null when it is done. */
export async function changePhoto({ owner, file, accessToken, tenantId }: PhotoChange): Promise<ApiProblem | null> {
  try {
    const token = await accessToken()
    const response = await fetch(`/api/photo/${owner}`, {
      method: file === null ? 'DELETE' : 'PUT',
      headers: {
        authorization: `Bearer ${token ?? ''}`,
        ...(file !== null && { 'content-type': file.type }),
        ...(tenantId !== null && { 'x-schema-code': tenantId }),
      },
      body: file,
    })
    if (response.ok) return null
    if (response.status === 413) return { code: 'PHOTO_TOO_LARGE', params: {} }
    const body: unknown = await response.json().catch(() => null)
    return { code: codeOf(body) ?? 'UNKNOWN', params: {} }
  } catch {
    return { code: 'OFFLINE', params: {} }
  }
}

function codeOf(body: unknown): string | null {
  const error: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : null
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : null
  return typeof code === 'string' ? code : null
}
