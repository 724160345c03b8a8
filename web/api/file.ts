import type { ApiProblem } from './problems.ts'

type FileRequest = { readonly id: string; readonly accessToken: () => Promise<string | null>; readonly tenantId: string | null }

/** Returns the file of the company as a blob, or why it cannot be read. */
export async function fetchFile({ id, accessToken, tenantId }: FileRequest): Promise<Blob | ApiProblem> {
  const token = await accessToken()
  const headers = { authorization: `Bearer ${token ?? ''}`, ...(tenantId !== null && { 'x-schema-code': tenantId }) }
  const response = await fetch(`/api/file/${id}`, { headers }).catch(() => null)
  if (response?.ok === true) return await response.blob()
  const body: unknown = await response?.json().catch(() => null)
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'UNEXPECTED'
  return { code, params: {} }
}
