/** Where the application keeps the person's choice (the library that draws its theme names the key). */
const CHOICE_KEY = 'mantine-color-scheme-value'

/** Draws the page in the colours that the person chose in the application, else in those of the system, also when that changes. */
export function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const choice = localStorage.getItem(CHOICE_KEY)
    const scheme = choice === 'light' || choice === 'dark' ? choice : dark.matches ? 'dark' : 'light'
    document.documentElement.dataset['mantineColorScheme'] = scheme
  }
  dark.addEventListener('change', apply)
  apply()
}
