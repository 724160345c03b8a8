const COMBINING = /\p{Diacritic}/gu
const LETTERS: Record<string, string> = { ł: 'l', ё: 'е', ї: 'і', ґ: 'г' }

/** Returns the text as searches compare it: lower case, without accents and Uzbek apostrophes, so that `lodz` finds Łódź and `елка` finds ёлка. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[łёїґ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/['ʻʼ‘’`]/g, '')
    .normalize('NFD')
    .replace(COMBINING, '')
    .trim()
}
