import { parseInstant } from '@partner-office/domain'
import { ALL_LANGUAGES, type Language } from '@partner-office/locales'

import { type InputProblem, InvalidInput } from '../../input/invalid-input.ts'
import type { AcceptedValue } from '../settings/setting-values.ts'

/** A post as it is stored. Units: `content` is Markdown; `figure` names a picture on the CDN path, empty: none. */
export type NewsPost = {
  readonly language: Language
  readonly title: string
  readonly category: string
  readonly publishedAt: number
  readonly figure: string
  readonly content: string
}

const FIELD_NAMES = ['language', 'title', 'category', 'date', 'figure', 'content'] as const
type FieldName = (typeof FIELD_NAMES)[number]

/** A post as an operator writes it. */
export type WrittenPost = Readonly<Record<FieldName, string>>

const LONGEST_CONTENT = 20_000

const line = (longest: number): AcceptedValue => ({
  accepts: `a text of one line with 1 to ${longest} characters`,
  isAccepted: (value) =>
    value.length >= 1 && value.length <= longest && isStorable(value) && !/\p{Cc}/u.test(value),
})

/** What each field of a post may hold. */
const FIELDS: Readonly<Record<FieldName, AcceptedValue>> = {
  language: {
    accepts: `one of ${ALL_LANGUAGES.join(', ')}`,
    isAccepted: (value) => ALL_LANGUAGES.some((language) => language === value),
  },
  title: line(200),
  category: line(60),
  date: {
    accepts: 'a day such as 2026-11-01, or an instant: ISO 8601 with a zone',
    isAccepted: (value) => publishedAt(value) !== null,
  },
  figure: {
    accepts: 'the name of a picture on the CDN path, such as autumn.webp (jpg, png or webp)',
    isAccepted: (value) =>
      value === '' || /^[A-Za-z0-9][\w.-]{0,99}\.(jpe?g|png|webp)$/.test(value),
  },
  content: {
    accepts: `a text of 1 to ${LONGEST_CONTENT} characters below the front matter`,
    isAccepted: (value) =>
      value.length >= 1 && value.length <= LONGEST_CONTENT && isStorable(value),
  },
}

/**
 * Checks a written post. `place` begins the name of each wrong field.
 *
 * Refuses: `validation_error`, naming every wrong field and what it accepts.
 */
export function checkedPost(written: WrittenPost, place = ''): NewsPost {
  InvalidInput.refuseAny(postProblems(written, place))
  const { date, language, ...texts } = normalized(written)
  return { ...texts, language: language as Language, publishedAt: publishedAt(date)! }
}

/** Every wrong field of a written post. */
export function postProblems(written: WrittenPost, place = ''): InputProblem[] {
  const values = normalized(written)
  return FIELD_NAMES.filter((name) => !FIELDS[name].isAccepted(values[name])).map((name) => ({
    place: `${place}${name}`,
    problem: `must be ${FIELDS[name].accepts}`,
  }))
}

const normalized = (written: WrittenPost): WrittenPost =>
  Object.fromEntries(
    FIELD_NAMES.map((name) => [name, written[name].normalize('NFC').trim()]),
  ) as WrittenPost

const publishedAt = (date: string): number | null =>
  parseInstant(/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00Z` : date)

const isStorable = (text: string): boolean => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text)

/**
 * Reads a post from a Markdown file with front matter: `name: value` lines between two lines of `---`.
 *
 * Refuses: `validation_error`, naming every missing, unknown or doubled field and every wrong value.
 * Source: operations.md section 4.
 */
export function readPost(text: string): NewsPost {
  const parts = /^---[ \t]*\n(.*?)^---[ \t]*\n(.*)$/ms.exec(text.replaceAll('\r\n', '\n'))
  if (parts === null) {
    const problem = 'must begin with a line of three hyphens and end with another one'
    throw new InvalidInput([{ place: 'front matter', problem }])
  }
  const [, head = '', content = ''] = parts
  const { fields, problems } = readFrontMatter(head)
  InvalidInput.refuseAny([
    ...problems,
    ...postProblems({ ...NO_FIELDS, ...fields, content }).filter(
      ({ place }) => place === 'content' || fields[place as FieldName] !== undefined,
    ),
  ])
  return checkedPost({ ...NO_FIELDS, ...fields, content })
}

const NO_FIELDS: WrittenPost = {
  language: '',
  title: '',
  category: '',
  date: '',
  figure: '',
  content: '',
}
const NEEDED = ['language', 'title', 'category', 'date'] as const
const WRITABLE: readonly string[] = [...NEEDED, 'figure']

function readFrontMatter(head: string) {
  const fields: Partial<Record<FieldName, string>> = {}
  const problems: InputProblem[] = []
  for (const row of head.split('\n').filter((text) => text.trim() !== '')) {
    const [, name = '', value = ''] = /^(\w+):(.*)$/.exec(row) ?? []
    const problem = problemOf(row, name, Object.hasOwn(fields, name))
    if (problem === null) fields[name as FieldName] = value.trim()
    else problems.push(problem)
  }
  for (const place of NEEDED) {
    if (fields[place] === undefined) problems.push({ place, problem: 'is missing' })
  }
  return { fields, problems }
}

function problemOf(row: string, name: string, isKnown: boolean): InputProblem | null {
  if (name === '') {
    return { place: 'front matter', problem: `has a line without a name: ${row.slice(0, 60)}` }
  }
  if (!WRITABLE.includes(name)) {
    return { place: name, problem: `is no field of a post; known are ${WRITABLE.join(', ')}` }
  }
  return isKnown ? { place: name, problem: 'stands there twice' } : null
}
