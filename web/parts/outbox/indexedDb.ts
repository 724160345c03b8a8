/** Returns the browser's database of the name; `upgrade` makes the stores that it lacks when it is new, or of an earlier version. */
export function openDatabase(
  factory: IDBFactory,
  name: string,
  upgrade: (database: IDBDatabase) => void,
  version = 1,
): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  const request = factory.open(name, version)
  request.onupgradeneeded = () => upgrade(request.result)
  request.onsuccess = () => {
    // A newer version of the application in another tab may need it changed.
    request.result.onversionchange = () => request.result.close()
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
