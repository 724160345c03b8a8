import type { ApiProblem } from './problems.ts'

/** Who asks, and in which company. */
export type ImportAsker = { readonly accessToken: () => Promise<string | null>; readonly tenantId: string | null }

/** Sends a file of job orders up; returns the id of its import, or what was refused. */
export async function uploadImportFile(file: Blob, name: string, asker: ImportAsker): Promise<number | ApiProblem> {
  const answer = await ask(`?name=${encodeURIComponent(name)}`, asker, { method: 'POST', body: file })
  if (!(answer instanceof Response)) return answer
  const body: unknown = await answer.json().catch(() => null)
  const id: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'uploadId') : null
  return typeof id === 'number' ? id : { code: 'UNKNOWN', params: {} }
}

/** Returns the refused rows of an import as a file, or why they cannot be read. */
export async function fetchRefusedRows(id: number, asker: ImportAsker): Promise<Blob | ApiProblem> {
  const answer = await ask(`/${id}/refused.csv`, asker, {})
  return answer instanceof Response ? await answer.blob() : answer
}

async function ask(path: string, { accessToken, tenantId }: ImportAsker, init: RequestInit): Promise<Response | ApiProblem> {
  try {
    const token = await accessToken()
    const headers = {
      authorization: `Bearer ${token ?? ''}`,
      ...(init.body instanceof Blob && { 'content-type': 'application/octet-stream' }),
      ...(tenantId !== null && { 'x-schema-code': tenantId }),
    }
    const response = await fetch(`/api/imports${path}`, { ...init, headers })
    if (response.ok) return response
    if (response.status === 413) return { code: 'IMPORT_TOO_LARGE', params: { what: 'BYTES' } }
    const body: unknown = await response.json().catch(() => null)
    const error: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : null
    const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : null
    const params: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'params') : null
    return { code: typeof code === 'string' ? code : 'UNKNOWN', params: typeof params === 'object' && params !== null ? { ...params } : {} }
  } catch {
    return { code: 'OFFLINE', params: {} }
  }
}
