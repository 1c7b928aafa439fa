const NARROW = '\u202F'
const NO_BREAK = '\u00A0'

/** Quotation marks that a language writes. */
const QUOTES: Readonly<Record<string, string>> = {
  ar: '«»“”',
  bn: '“”‘’',
  cs: '„“‚‘',
  de: '„“‚‘',
  en: '“”‘’',
  es: '«»“”',
  fr: '«»“”',
  hi: '“”‘’',
  id: '“”‘’',
  it: '«»“”',
  ja: '「」『』',
  kk: '«»“”',
  ko: '“”‘’',
  mn: '«»“”',
  ms: '“”‘’',
  pt: '“”«»',
  ru: '«»„“',
  th: '“”‘’',
  tr: '“”‘’«»',
  vi: '“”‘’«»',
  zh: '“”‘’「」',
}
const ANY_QUOTE = /[«»“”„「」『』]/g

type Rule = {
  readonly problem: string
  readonly breaks: RegExp
  readonly only?: readonly string[]
  readonly not?: readonly string[]
}

const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]'

/** What no text of a language may hold. */
const RULES: readonly Rule[] = [
  { problem: 'has a straight quotation mark', breaks: /["]/ },
  { problem: 'has a straight apostrophe', breaks: /\p{L}'|'\p{L}/u },
  { problem: 'has three dots for an ellipsis', breaks: /\.\.\./ },
  { problem: 'has two spaces together', breaks: / {2}/ },
  { problem: 'has a space before a comma or a full stop', breaks: /[ \u00A0\u202F][,.](?!\d)/ },
  { problem: 'has a space before ; : ! or ?', breaks: /[ \u00A0\u202F][;:!?]/, not: ['fr'] },
  {
    problem: 'has no narrow no-break space before ; ! or ?',
    breaks: new RegExp(`[^${NARROW}!?\\s][;!?](?!\\w)`),
    only: ['fr'],
  },
  {
    problem: 'has no no-break space before a colon',
    breaks: new RegExp(`[^${NO_BREAK}${NARROW}]:(?=\\s|$)`),
    only: ['fr'],
  },
  {
    problem: 'has no no-break space inside « »',
    breaks: new RegExp(`«(?![${NO_BREAK}${NARROW}])|(?<![${NO_BREAK}${NARROW}])»`),
    only: ['fr'],
  },
  {
    problem: 'has a question or exclamation without its opening mark',
    breaks: /^[^¿]*\?|^[^¡]*!/,
    only: ['es'],
  },
  {
    problem: 'has punctuation of Latin script after a character of its own',
    breaks: new RegExp(`${CJK}[,.;:!?](?!\\d)|${CJK}[()]|[()]${CJK}`, 'u'),
    only: ['zh', 'ja'],
  },
  { problem: 'has digits that are not Latin', breaks: /[٠-٩۰-۹०-९০-৯๐-๙０-９]/ },
  {
    problem: 'has punctuation of Latin script after an Arabic letter',
    breaks: /\p{Script=Arabic}[,;?]/u,
    only: ['ar'],
  },
]

/** Typographic rules that a text of a language breaks. Numbers of examples are written as the language writes them. */
export function typographyFindings(
  language: string,
  text: string,
  source: string,
): readonly string[] {
  const shown = text
    .replaceAll(/<\w+\/>/g, 'x')
    .replaceAll(/<\/?\w+>/g, '')
    .replaceAll(/https?:\S+/g, 'x')
  const broken = RULES.filter(
    ({ breaks, only, not }) =>
      (only === undefined || only.includes(language)) &&
      not?.includes(language) !== true &&
      breaks.test(shown),
  )
  return [
    ...broken.map(({ problem }) => problem),
    ...quoteProblems(language, shown),
    ...numberProblems(language, shown, source),
    ...percentProblems(language, shown),
  ]
}

function quoteProblems(language: string, text: string): readonly string[] {
  const allowed = QUOTES[language]
  if (allowed === undefined) return []
  const foreign = (text.match(ANY_QUOTE) ?? []).filter((mark) => !allowed.includes(mark))
  return foreign.length === 0
    ? []
    : [`has quotation marks of another language: ${foreign.join(' ')}`]
}

/** Amounts of examples, such as "1,000.50" in English. */
function numberProblems(language: string, text: string, source: string): readonly string[] {
  const examples = source.match(/\b\d{1,3}(,\d{3})*(\.\d+)?\b/g) ?? []
  const written = examples
    .filter((example) => /[,.]/.test(example))
    .map((example) => numberIn(language, example))
  const missing = written.filter((number) => !spaced(text).includes(spaced(number)))
  return missing.map((number) => `writes a number otherwise than the language: ${number}`)
}

function numberIn(language: string, example: string): string {
  const [, decimals = ''] = example.split('.')
  return new Intl.NumberFormat(`${language}-u-nu-latn`, {
    minimumFractionDigits: decimals.length,
    maximumFractionDigits: decimals.length,
  }).format(Number(example.replaceAll(',', '')))
}

const spaced = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ')

/** Percentages such as "50%" as the language writes them. */
function percentProblems(language: string, text: string): readonly string[] {
  const format = new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'percent' })
  return (text.match(/%\s?\d+|\d+\s?%/g) ?? []).flatMap((found) => {
    const wanted = format.format(Number(found.replaceAll(/\D/g, '')) / 100)
    return spaced(found) === spaced(wanted.replaceAll(/[\u200E\u200F\u061C]/g, ''))
      ? []
      : [`writes a percentage otherwise than the language: ${wanted}`]
  })
}
