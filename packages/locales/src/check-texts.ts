import { glossaryFindings, type Glossary } from './check-glossary.ts'
import { typographyFindings } from './check-typography.ts'

/** Texts of one area in one language, by key. */
export type Texts = Readonly<Record<string, string>>

/** The files of a language: screens of both apps, mails and statements. */
export const AREAS = ['shared', 'office', 'passport', 'mail', 'statement'] as const

export type Area = (typeof AREAS)[number]

/** What is wrong with one text. */
export type Finding = { readonly key: string; readonly problem: string }

type Given = {
  readonly language: string
  readonly texts: Texts
  readonly english: Texts
  /** Null: the words are not checked. */
  readonly glossary: Glossary | null
}

const PLURAL = /_(zero|one|two|few|many|other)$/
/** These plural forms may spell out their count ("two days"). */
const MAY_SPELL_COUNT = /_(zero|one|two)$/

/** Texts that are the same in every language. Source: requirements NAV-019, STA-001. */
const NOT_TRANSLATED = new Set(['common.noname', 'errors.config_not_found'])

/** Texts whose English is specified with a straight apostrophe. Source: requirement VER-004. */
const FREE_TYPOGRAPHY = new Set(['verification.failed'])

/**
 * Everything that a machine can say against the texts of a language: missing and unknown keys, plural forms, placeholders and
 * markup, English that was left, words of the glossary, typography.
 *
 * Source: decisions D-015; docs/decisions/0014-languages.md.
 */
export function checkTexts({ language, texts, english, glossary }: Given): readonly Finding[] {
  const keys = Object.keys(texts)
  const findings = [...keyFindings(language, keys, Object.keys(english))]
  for (const [key, text] of Object.entries(texts)) {
    const source = sourceOf(english, key)
    if (source === undefined) continue
    const problems = [...formProblems(key, text, source)]
    if (language !== 'en') problems.push(...leftEnglish(language, key, text, source))
    if (!FREE_TYPOGRAPHY.has(key)) problems.push(...typographyFindings(language, text, source))
    if (glossary !== null) problems.push(...glossaryFindings(glossary, key, text, source))
    findings.push(...problems.map((problem) => ({ key, problem })))
  }
  return findings
}

/** The English text of a key; plural forms that English does not have follow its `other`. */
const sourceOf = (english: Texts, key: string): string | undefined =>
  english[key] ?? english[key.replace(PLURAL, '_other')]

const stemsOf = (keys: readonly string[]): Set<string> =>
  new Set(keys.map((key) => key.replace(PLURAL, '')))

function keyFindings(language: string, keys: readonly string[], english: readonly string[]) {
  const own = stemsOf(keys)
  const wanted = stemsOf(english)
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const counted = stemsOf(english.filter((key) => PLURAL.test(key)))
  const expected = [...wanted].flatMap((stem) =>
    counted.has(stem) ? forms.map((form) => `${stem}_${form}`) : [stem],
  )
  // Every language may have a text of its own for none.
  const allowed = new Set([...expected, ...english])
  const has = new Set(keys)
  return [
    ...expected.filter((key) => !has.has(key)).map((key) => ({ key, problem: 'is missing' })),
    ...[...own]
      .filter((stem) => !wanted.has(stem))
      .map((key) => ({ key, problem: 'is not a key of English' })),
    ...keys
      .filter((key) => wanted.has(key.replace(PLURAL, '')) && !allowed.has(key))
      .map((key) => ({
        key,
        problem: `is not a plural form of the language (${forms.join(', ')})`,
      })),
  ]
}

function formProblems(key: string, text: string, source: string): readonly string[] {
  if (text.trim() === '') return ['is empty']
  const problems: string[] = []
  for (const [name, found, wanted] of [
    ['placeholders', placeholdersOf(key, text), placeholdersOf(key, source)],
    ['markup', markupOf(text), markupOf(source)],
    ['paragraphs', [`${paragraphsOf(text)}`], [`${paragraphsOf(source)}`]],
  ] as const) {
    if (found.join(' ') !== wanted.join(' '))
      problems.push(`has other ${name} than English: ${listed(found)}, not ${listed(wanted)}`)
  }
  if (text !== text.trim()) problems.push('begins or ends with space')
  if (!hasBalancedIsolates(text)) problems.push('has direction marks that are not closed')
  return problems
}

const listed = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(' '))

function placeholdersOf(key: string, text: string): readonly string[] {
  const names = [...text.matchAll(/\{\{\s*([\w, ]+?)\s*\}\}/g)].map(([, name = '']) => name)
  return names.filter((name) => name !== 'count' || !MAY_SPELL_COUNT.test(key)).toSorted()
}

const markupOf = (text: string): readonly string[] => (text.match(/<\/?\w+\/?>/g) ?? []).toSorted()

const paragraphsOf = (text: string): number => text.split('\n\n').length

/** Every isolate and embedding is closed within the text, and nothing else is. */
function hasBalancedIsolates(text: string): boolean {
  let open = 0
  for (const mark of text.match(/[\u202A-\u202E\u2066-\u2069]/g) ?? []) {
    open += /[\u202C\u2069]/.test(mark) ? -1 : 1
    if (open < 0) return false
  }
  return open === 0
}

/** Names, units and technical words that every language writes alike. */
const SAME_EVERYWHERE =
  /\b(Partner Office|Authenticator|Ultima|UPT|WIN|BSP|EUR|USDT?|BTC|ETH|TRX|REP|TRON|PDF|JSON|CSV|QR|URL|ID|OK|UTC|SMS|PIN|IBAN|SWIFT|API|HTTPS?|UCN|JPG|JPEG|PNG|BMP|TIFF|WebP|MB|GB|KB|Ed25519|SHA-256|Merkle|Unilevel|Infinity|Diamond|Winner|Lifestyle|Turbo|noname|Node|Telegram|WhatsApp|WeChat|Skype|Viber|Facebook|Instagram|LinkedIn|YouTube|VKontakte|VK|X|Gravatar|Google|Microsoft|iPhone|Aegis|Passkey|Cookie|Config cannot be loaded)\b/gi
const MARKS =
  /\{\{.*?\}\}|<\/?\w+\/?>|[\w.+-]+@[\w.-]+|https?:\S+|[\w-]+\.(?:pdf|mjs|json|com|org)\b/g
const OTHER_SCRIPT =
  /\p{Script=Cyrillic}|\p{Script=Arabic}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Thai}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u

function leftEnglish(
  language: string,
  key: string,
  text: string,
  source: string,
): readonly string[] {
  if (NOT_TRANSLATED.has(key))
    return text === source ? [] : [`is not "${source}", which no language translates`]
  const words = text.replaceAll(MARKS, ' ').replaceAll(SAME_EVERYWHERE, ' ')
  const latin = words.match(/[a-z]{3,}/gi) ?? []
  if (isWrittenInLatin(language)) {
    const isSame = text === source && latin.length > 1
    return isSame ? ['is the same as in English'] : []
  }
  if (latin.length > 0) return [`has words in Latin letters: ${latin.join(', ')}`]
  return /\p{Letter}/u.test(words) && !OTHER_SCRIPT.test(words) ? ['is the same as in English'] : []
}

/** Whether a language is written in Latin letters. */
const isWrittenInLatin = (language: string): boolean =>
  new Intl.Locale(language).maximize().script === 'Latn'
