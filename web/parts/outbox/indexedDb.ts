type Opened = {
  readonly factory: () => IDBFactory
  readonly name: string
  /** Makes the stores that the database lacks when it is new, or of an earlier version. */
  readonly upgrade: (database: IDBDatabase) => void
  readonly version?: number
}

/**
 * Returns how the browser's database is reached: it is opened when it is first used and stays open. It is opened again after it was closed for a tab with a newer
 * version of the application, then as that tab left it, and after the browser refused.
 */
export function keptOpen({ factory, name, upgrade, version = 1 }: Opened): () => Promise<IDBDatabase> {
  let opening: Promise<IDBDatabase> | null = null
  const forget = (): void => void (opening = null)
  const open = async (): Promise<IDBDatabase> => {
    try {
      return await openAt(factory(), { name, upgrade, version }, forget)
    } catch (error) {
      // A newer version only adds stores.
      if (error instanceof DOMException && error.name === 'VersionError') return await openAt(factory(), { name, upgrade }, forget)
      throw error
    }
  }
  return () => {
    if (opening === null) {
      opening = open()
      opening.catch(forget)
    }
    return opening
  }
}

function openAt(factory: IDBFactory, { name, upgrade, version }: Omit<Opened, 'factory'>, onClosed: () => void): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  const request = version === undefined ? factory.open(name) : factory.open(name, version)
  request.onupgradeneeded = () => upgrade(request.result)
  request.onsuccess = () => {
    // A newer version of the application in another tab may need it changed.
    request.result.onversionchange = () => {
      request.result.close()
      onClosed()
    }
    request.result.onclose = onClosed
    resolve(request.result)
  }
  request.onerror = () => reject(request.error ?? new Error(`${name} cannot be opened`))
  return promise
}

/** Resolves once the transaction is written; rejects where it was given up. */
export function finished(transaction: IDBTransaction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  transaction.oncomplete = () => resolve()
  transaction.onabort = () => reject(transaction.error ?? new Error('It cannot be written on this device'))
  transaction.onerror = () => reject(transaction.error ?? new Error('It cannot be written on this device'))
  return promise
}
