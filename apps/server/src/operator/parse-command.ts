import { parseArgs } from 'node:util'

import {
  type Command,
  type CommandName,
  COMMAND_NAMES,
  COMMANDS,
  type CommandSpec,
  GIVEN,
  synopsis,
  VALUE_KINDS,
  type ValueKind,
} from './command-table.ts'

/** Wrong usage: one line that says what is wrong with the words. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}

/** The parsed request: a command, or help about some commands. */
export type Request =
  | { readonly kind: 'run'; readonly command: Command }
  | { readonly kind: 'help'; readonly commands: readonly CommandName[] }

/**
 * Read the words after `office`. `parseArgs` splits them; the rest is ours, because parsers such as commander would say less:
 * our messages name the commands of a family, what a value may be, and the usage, and a negative number is a value.
 *
 * Refuses: `WrongUsage`.
 */
export function parseCommand(words: readonly string[]): Request {
  const wantsHelp = words[0] === 'help' || words.some((word) => word === '--help' || word === '-h')
  const name = commandAt(words)
  if (wantsHelp) return { kind: 'help', commands: commandsAbout(words) }
  if (name === undefined) throw new WrongUsage(notACommand(words))
  return { kind: 'run', command: readWords(name, words.slice(name.split(' ').length)) }
}

function commandAt(words: readonly string[]): CommandName | undefined {
  return COMMAND_NAMES.find((name) => startsWith(words, name.split(' ')))
}

function commandsAbout(words: readonly string[]): CommandName[] {
  const asked = words.filter((word) => word !== 'help' && !word.startsWith('-'))
  const [family] = asked
  const name = commandAt(asked)
  if (name !== undefined) return [name]
  const ofFamily = COMMAND_NAMES.filter((known) => known.split(' ')[0] === family)
  if (family !== undefined && ofFamily.length === 0) throw new WrongUsage(notACommand(asked))
  return ofFamily.length > 0 ? ofFamily : COMMAND_NAMES
}

function notACommand([family, ...others]: readonly string[]): string {
  if (family === undefined) return 'a command is missing; `office --help` shows them all'
  const ofFamily = COMMAND_NAMES.filter((known) => known.startsWith(`${family} `))
  if (ofFamily.length > 0) return `\`${family}\` needs one of: ${ofFamily.join(', ')}`
  const given = [family, ...others.slice(0, 1)].join(' ').slice(0, 60)
  return `there is no command ${JSON.stringify(given)}; \`office --help\` shows them all`
}

const startsWith = (words: readonly string[], start: readonly string[]): boolean =>
  start.every((word, index) => words[index] === word)

function readWords(name: CommandName, words: readonly string[]): Command {
  const spec: CommandSpec = COMMANDS[name]
  const { positionals, values } = split(name, words)
  if (positionals.length !== spec.arguments.length) {
    throw new WrongUsage(`usage: office ${synopsis(name)}`)
  }
  const given = spec.arguments.map(({ name: argument, kind }, index) =>
    readValue(argument, kind, positionals[index]!),
  )
  const options: Record<string, string> = {}
  for (const [option, { kind, isRequired, default: byDefault }] of Object.entries(spec.options)) {
    const value = values[option] ?? byDefault
    if (value !== undefined) options[option] = readValue(`--${option}`, kind, value)
    else if (isRequired === true) {
      throw new WrongUsage(`--${option} is missing; usage: office ${synopsis(name)}`)
    }
  }
  return { name, arguments: given, options }
}

// A negative number is a value here, never an option. No word of a command line can contain the mark.
const MARK = '\0'
const hideMinus = (word: string): string => (/^-[\d.]/.test(word) ? MARK + word : word)
const showMinus = (word: string): string => (word.startsWith(MARK) ? word.slice(1) : word)

function split(name: CommandName, words: readonly string[]) {
  const { options: known }: CommandSpec = COMMANDS[name]
  const options = Object.entries(known).map(
    ([option, { kind }]) => [option, { type: kind === 'flag' ? 'boolean' : 'string' }] as const,
  )
  try {
    const { positionals, values } = parseArgs({
      args: words.map(hideMinus),
      options: Object.fromEntries(options),
      allowPositionals: true,
      strict: true,
    })
    return {
      positionals: positionals.map(showMinus),
      values: Object.fromEntries(
        Object.entries(values).map(([option, value]) => [
          option,
          typeof value === 'string' ? value : GIVEN,
        ]),
      ),
    }
  } catch (error) {
    const [problem] = (error as Error).message.split(/[.\n]/, 1)
    throw new WrongUsage(`${problem}; usage: office ${synopsis(name)}`)
  }
}

function readValue(name: string, kind: ValueKind, value: string): string {
  const { form, accepts } = VALUE_KINDS[kind]
  // File names stay as typed: a disk distinguishes names that look the same.
  if (form.test(value)) return kind === 'text' ? value.normalize('NFC') : value
  throw new WrongUsage(`${name} must be ${accepts}, not ${JSON.stringify(value.slice(0, 60))}`)
}

/** The help text about some commands. */
export function helpText(names: readonly CommandName[]): string {
  const [only] = names
  if (names.length === 1) return `Usage: office ${synopsis(only!)}\n\n${helpOf(only!)}\n`
  const width = Math.max(...names.map((name) => synopsis(name).length))
  const lines = names.map((name) => `  ${synopsis(name).padEnd(width)}  ${COMMANDS[name].help}`)
  return `Usage: office COMMAND\n\n${lines.join('\n')}\n\nExit status: 0 done, 1 refused, 2 wrong usage.\n`
}

function helpOf(name: CommandName): string {
  const options = Object.entries((COMMANDS[name] as CommandSpec).options).map(
    ([option, { name: value, kind, default: byDefault, isRequired }]) => {
      const more = byDefault === undefined ? '' : `; default ${byDefault}`
      const needed = isRequired === true ? '; required' : ''
      const words = `--${option} ${value}`.trimEnd()
      return `  ${words}  ${VALUE_KINDS[kind].accepts}${more}${needed}`
    },
  )
  return [COMMANDS[name].help, ...(options.length > 0 ? ['', ...options] : [])].join('\n')
}
