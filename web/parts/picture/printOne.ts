/** Prints one figure of the page, with the head of a printed page and nothing else (shell/print.css). */
export function printOne(figure: HTMLElement): void {
  figure.dataset['printed'] = ''
  document.documentElement.dataset['printsOne'] = ''
  const ended = new AbortController()
  const end = () => {
    ended.abort()
    delete figure.dataset['printed']
    delete document.documentElement.dataset['printsOne']
  }
  // Where the browser prints nothing, nothing has an end: the next print is then of the whole page.
  let isBegun = false
  const begin = () => {
    if (isBegun) end()
    isBegun = true
  }
  addEventListener('beforeprint', begin, { signal: ended.signal })
  addEventListener('afterprint', end, { signal: ended.signal })
  print()
  isBegun = true
}
