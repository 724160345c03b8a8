import { foldText } from '#web/ui/foldText.ts'

export const COMMAND_KINDS = ['workCenter', 'page', 'company', 'language', 'theme', 'density', 'action'] as const
export type CommandKind = (typeof COMMAND_KINDS)[number]

/** Something that can be gone to or done by its name. */
export type Command = {
  readonly id: string
  readonly kind: CommandKind
  readonly name: string
  /** Already so: where one is, what is chosen. */
  readonly isCurrent: boolean
  /** Of the name, when it is not the page's. */
  readonly language?: string
  readonly run: () => void
}

/** More than anybody looks through; typing finds the rest. */
const MOST_SHOWN = 50

/** Returns matching commands, best first: prefix, word prefix, substring, subsequence. */
export function findCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  return commands
    .map((command) => ({ command, distance: distanceOf(foldText(command.name), words) }))
    .filter(({ distance }) => distance < NOWHERE)
    .toSorted((left, right) => left.distance - right.distance)
    .slice(0, MOST_SHOWN)
    .map(({ command }) => command)
}

const NOWHERE = Number.POSITIVE_INFINITY

/** Every word must be found; the worst found one counts. */
function distanceOf(name: string, words: readonly string[]): number {
  return Math.max(0, ...words.map((word, index) => distanceOfWord(name, word, index === 0)))
}

function distanceOfWord(name: string, word: string, isFirst: boolean): number {
  if (isFirst && name.startsWith(word)) return 0
  if (name.split(/[\s\-–/.,()]+/).some((part) => part.startsWith(word))) return 1
  if (name.includes(word)) return 2
  return word.length > 1 && hasInOrder(name, word) ? 3 : NOWHERE
}

function hasInOrder(name: string, letters: string): boolean {
  let at = -1
  for (const letter of letters) {
    at = name.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}
