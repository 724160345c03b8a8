/** Cyrillic letters that look like Latin ones: people type either. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  і: 'i',
  ї: 'i',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
}

/** Returns the name without case, accents and signs, and with Cyrillic letters as the Latin ones of the same look (domain.md IN-5). */
export function foldedName(name: string): string {
  const plain = name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l')
  return [...plain]
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
