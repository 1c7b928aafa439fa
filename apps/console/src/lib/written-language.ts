/** The script of each language that is not written in Latin letters. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/gu,
  bn: /\p{Script=Bengali}/gu,
  hi: /\p{Script=Devanagari}/gu,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu,
  kk: /\p{Script=Cyrillic}/gu,
  ko: /\p{Script=Hangul}/gu,
  mn: /\p{Script=Cyrillic}/gu,
  ru: /\p{Script=Cyrillic}/gu,
  th: /\p{Script=Thai}/gu,
  zh: /\p{Script=Han}/gu,
}
const LATIN = /\p{Script=Latin}/gu

/** Short words of each language that no other language here uses. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  cs: ['je', 'jsme', 'vaše', 'není', 'byla', 'protože', 'který', 'jste'],
  de: ['der', 'und', 'ist', 'nicht', 'sie', 'ihre', 'wir', 'wurde', 'das', 'ein'],
  en: ['the', 'and', 'is', 'was', 'your', 'you', 'we', 'not', 'have', 'of'],
  es: ['el', 'los', 'su', 'está', 'usted', 'fue', 'pero', 'hemos', 'tu', 'por'],
  fr: ['le', 'les', 'est', 'vous', 'nous', 'votre', 'pas', 'été', 'une', 'des'],
  id: ['yang', 'dan', 'anda', 'tidak', 'kami', 'adalah', 'karena', 'sudah'],
  it: ['il', 'di', 'è', 'che', 'non', 'abbiamo', 'tuo', 'stato', 'della', 'sono'],
  ms: ['yang', 'dan', 'anda', 'tidak', 'kami', 'ialah', 'kerana', 'telah'],
  pt: ['o', 'não', 'você', 'seu', 'foi', 'são', 'uma', 'com', 'está', 'nós'],
  tr: ['ve', 'bir', 'bu', 'için', 'değil', 'sipariş', 'olarak', 'siz'],
  vi: ['và', 'của', 'bạn', 'không', 'là', 'chúng', 'được', 'đã'],
}

const LEAST_LETTERS = 12

/**
 * Whether a text seems to be written in a language. It looks at letters, and among languages with Latin letters at short words; a text
 * that is too short to say passes.
 *
 * Source: requirements DSP-006.
 */
export function seemsWrittenIn(text: string, language: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < LEAST_LETTERS) return true
  const script = SCRIPTS[language] ?? LATIN
  if ((text.match(script)?.length ?? 0) * 2 < letters) return false
  const words: readonly string[] = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const countOf = (known: readonly string[]) => words.filter((word) => known.includes(word)).length
  const own = WORDS[language]
  if (own === undefined) return true
  const most = Math.max(...Object.values(WORDS).map(countOf))
  return most < 2 || countOf(own) * 2 > most
}
