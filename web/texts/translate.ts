import type common from './en.json'
import type furtherProblem from './furtherProblem/texts/en.json'
import type problem from './problem/texts/en.json'

/** The English texts of each area by its name; those of the areas are added where the areas meet. */
export interface AreaTexts {
  readonly problem: typeof problem
  readonly furtherProblem: typeof furtherProblem
}

/** An area that has texts of its own. */
export type TextArea = keyof AreaTexts

/** Name of a text: the forms of a plural are one text. */
type NameOf<Key extends string> = Key extends `${infer Name}_one` ? Name : Key extends `${infer Name}_other` ? Name : Key

/** Keys of the texts of a file, with dots between the levels. */
export type KeysOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? NameOf<Key> : `${Key}.${KeysOf<Texts[Key]>}`
}[keyof Texts & string]

type AreaKeys = { readonly [Area in TextArea]: KeysOf<AreaTexts[Area]> }

/** A text of the area, an answer of the API, or a text of the shell; without an area only the last. */
export type TextKey<Area extends TextArea = never> =
  | KeysOf<typeof common>
  | ([Area] extends [never] ? never : AreaKeys[Area | 'furtherProblem' | 'problem'])

/** What a sentence says of this case, by the names of its placeholders. */
type Values = { readonly [name: string]: unknown }

/** What follows the first part of the keys of an area: `Under<'page'>` is `'boxes' | 'losses' | …`. */
export type Under<Prefix extends string, Area extends TextArea = never> =
  TextKey<Area> extends infer Key ? (Key extends `${Prefix}.${infer Rest}` ? Rest : never) : never

/**
 * Keys that end in a name which the server sends in a plain string: terms and settings of a formula, channels of a device, rights of a
 * call. The only keys that are not checked by type; `web/texts/texts.test.ts` compares those that are written down.
 */
type SentKey = `${'term' | 'setting' | 'values.name' | 'values.unit' | 'sensorType' | 'docs.scope'}.${string}`

/** Gives the text of a known key. A key made of what the server sent needs a text that is there: a default, or a known key after it. */
interface TranslateKeys<Key extends string> {
  (key: string, values: Values & { readonly defaultValue: string }): string
  (key: Key | SentKey | [...string[], Key]): string
  (key: Key | SentKey | [...string[], Key], values: Values): string
}

/** Gives the texts of an area, the answers of the API and the texts of the shell; without an area only the last. */
export type Translate<Area extends TextArea = never> = TranslateKeys<TextKey<Area>>
