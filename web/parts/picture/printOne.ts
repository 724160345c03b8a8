/** Prints one figure of the page, with the head of a printed page and nothing else (shell/print.css). */
export function printOne(figure: HTMLElement): void {
  figure.dataset['printed'] = ''
  document.documentElement.dataset['printsOne'] = ''
  addEventListener(
    'afterprint',
    () => {
      delete figure.dataset['printed']
      delete document.documentElement.dataset['printsOne']
    },
    { once: true },
  )
  print()
}
