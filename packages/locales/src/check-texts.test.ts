import { describe, expect, test } from 'vitest'

import type { Glossary } from './check-glossary.ts'
import { brokenTerms, TERMS } from './check-glossary.ts'
import { checkTexts, type Texts } from './check-texts.ts'

const LEG: Glossary = {
  leg: { word: 'Strang', forms: ['strang', 'sträng'], not: ['Bein'], except: ['legs.short'] },
}

const problemsOf = (
  language: string,
  texts: Texts,
  english: Texts,
  glossary: Glossary | null = null,
): readonly string[] =>
  checkTexts({ language, texts, english, glossary }).map(({ key, problem }) => `${key} ${problem}`)

/** Problems of one text, whose English is given. */
const textProblems = (language: string, text: string, english: string, glossary?: Glossary) =>
  checkTexts({
    language,
    texts: { key: text },
    english: { key: english },
    glossary: glossary ?? null,
  }).map(({ problem }) => problem)

test('a key that is missing, and one that English does not have', () => {
  const english = { 'a.one': 'One thing', 'a.two': 'Two things' }
  expect(problemsOf('de', { 'a.one': 'Ein Ding', 'a.three': 'Drei Dinge' }, english)).toEqual([
    'a.two is missing',
    'a.three is not a key of English',
  ])
})

describe('plural forms', () => {
  const english = { days_one: 'one day', days_other: '{{count}} days' }

  test('each form of the language is needed', () => {
    const texts = {
      days_one: '{{count}} день',
      days_few: '{{count}} дня',
      days_other: '{{count}} дня',
    }
    expect(problemsOf('ru', texts, english)).toEqual(['days_many is missing'])
  })

  test('a form that the language does not have is refused; one for none is free', () => {
    const texts = { days_few: '{{count}} 日', days_other: '{{count}} 日' }
    expect(problemsOf('ja', texts, english)).toEqual([
      'days_few is not a plural form of the language (other)',
    ])
    const none = { ...english, days_zero: 'no days' }
    expect(problemsOf('en', none, none)).toEqual([])
  })

  test('one may spell out its count, many may not', () => {
    const spelled = { days_one: 'ein Tag', days_other: 'viele Tage' }
    expect(problemsOf('de', spelled, english)).toEqual([
      'days_other has other placeholders than English: none, not count',
    ])
  })
})

test.each([
  ['de', '', 'Name', 'is empty'],
  ['de', 'Name ', 'Name', 'begins or ends with space'],
  ['de', 'Der Name', 'The name {{name}}', 'has other placeholders than English: none, not name'],
  [
    'de',
    'Neu? <b>Los</b>',
    'New? <a>Go</a>',
    'has other markup than English: </b> <b>, not </a> <a>',
  ],
  ['de', 'Eins', 'One\n\nTwo', 'has other paragraphs than English: 1, not 2'],
  ['ar', '\u2068اسم', 'Name', 'has direction marks that are not closed'],
  ['ar', 'اسم\u2069', 'Name', 'has direction marks that are not closed'],
  ['de', 'Try again', 'Try again', 'is the same as in English'],
  ['ru', 'Название team', 'Name of the team', 'has words in Latin letters: team'],
  [
    'ru',
    'Почта: ivan.petrov+news@mail.example.net',
    'Mail: ivan.petrov+news@mail.example.net',
    null,
  ],
  ['ru', 'Адрес: https://example.net/page', 'Address: https://example.net/page', null],
  ['ru', 'Файлы: verify-statement.mjs, seal.json', 'Files: verify-statement.mjs, seal.json', null],
  ['de', 'Er sagt "ja"', 'He says “yes”', 'has a straight quotation mark'],
  ['de', 'Er sagt „ja“', 'He says “yes”', null],
  ['de', 'Er sagt «ja»', 'He says “yes”', 'has quotation marks of another language: « »'],
  ['it', "Quest'ora", 'This hour', 'has a straight apostrophe'],
  ['de', 'Lädt...', 'Loading…', 'has three dots for an ellipsis'],
  ['de', 'Zwei  Räume', 'Two spaces', 'has two spaces together'],
  ['de', 'Ja , nein', 'Yes, no', 'has a space before a comma or a full stop'],
  ['de', 'Wirklich ?', 'Really?', 'has a space before ; : ! or ?'],
  ['fr', 'Vraiment\u202F?', 'Really?', null],
  ['fr', 'Vraiment?', 'Really?', 'has no narrow no-break space before ; ! or ?'],
  ['fr', 'Nom: {{name}}', 'Name: {{name}}', 'has no no-break space before a colon'],
  ['fr', '«oui»', '“yes”', 'has no no-break space inside « »'],
  ['es', 'Seguro?', 'Sure?', 'has a question or exclamation without its opening mark'],
  ['es', '¿Seguro?', 'Sure?', null],
  [
    'ja',
    '名前,番号',
    'Name, number',
    'has punctuation of Latin script after a character of its own',
  ],
  [
    'zh',
    '金额(欧元)',
    'Amount (euro)',
    'has punctuation of Latin script after a character of its own',
  ],
  ['ar', '٢٠ يومًا', '20 days', 'has digits that are not Latin'],
  ['ar', 'نعم, لا', 'Yes, no', 'has punctuation of Latin script after an Arabic letter'],
  [
    'de',
    'z. B. 1,000.50',
    'such as 1,000.50',
    'writes a number otherwise than the language: 1.000,50',
  ],
  ['de', 'z. B. 1.000,50', 'such as 1,000.50', null],
  ['fr', '1 000,50', '1,000.50', null],
  [
    'de',
    'Höchstens 50%',
    'At most 50%',
    'writes a percentage otherwise than the language: 50\u00A0%',
  ],
  ['tr', 'En çok %50', 'At most 50%', null],
] as const)('%s: %j for %j: %s', (language, text, english, problem) => {
  expect(textProblems(language, text, english)).toEqual(problem === null ? [] : [problem])
})

test('NAV-019 STA-001 a literal text is the same in every language', () => {
  const english = {
    'common.noname': 'noname',
    'errors.config_not_found': 'Config cannot be loaded',
  }
  expect(problemsOf('ru', english, english)).toEqual([])
  expect(problemsOf('ru', { ...english, 'common.noname': 'без имени' }, english)).toEqual([
    'common.noname is not "noname", which no language translates',
  ])
})

describe('words of the glossary', () => {
  test('a text whose English holds a term says it with the own word', () => {
    expect(textProblems('de', 'Ihre Stränge', 'Your legs', LEG)).toEqual([])
    expect(textProblems('de', 'Ihre Zweige', 'Your legs', LEG)).toEqual([
      'does not say "Strang" (leg)',
    ])
    expect(textProblems('de', 'Die Legislative', 'The legislature', LEG)).toEqual([])
  })

  test('no other word stands for it, also where English says it otherwise', () => {
    expect(textProblems('de', 'Ihr Bein', 'Your leg', LEG)).toEqual([
      'says "Bein" for leg, which is "Strang"',
      'does not say "Strang" (leg)',
    ])
    expect(textProblems('de', 'Beinahe', 'Nearly', LEG)).toEqual([])
  })

  test('a listed text may do without', () => {
    expect(problemsOf('de', { 'legs.short': 'Anzahl' }, { 'legs.short': 'Legs' }, LEG)).toEqual([])
  })

  test('a glossary has every term, with a word and its forms', () => {
    const full = Object.fromEntries(
      Object.keys(TERMS).map((term) => [term, { word: 'w', forms: ['w'], not: [] }]),
    )
    expect(brokenTerms(full)).toEqual([])
    const { leg: _, ...rest } = full
    expect(
      brokenTerms({ ...rest, x: full['leg']!, team: { word: '', forms: [], not: [] } }),
    ).toEqual(['leg is missing', 'x is not a term', 'team has no word or no forms'])
  })
})
