type Reasons = Readonly<Record<string, string>>

const OWN = 'opens languages of its own, such as English or German'
const READS = 'compares texts that it reads itself'
const TOGETHER = 'looks for texts that stand together without a space, or for a part of a sentence'
const FEED = 'is about the English feed'

/** The spec files whose tests are run in other languages. */
export const FILES = [
  'bonus-history',
  'bonuses',
  'cookies',
  'dashboard',
  'errors',
  'explain',
  'hosts',
  'infinity',
  'keyboard',
  'legal',
  'links',
  'news',
  'notifications',
  'passkeys',
  'passport-account',
  'passport-login',
  'passport-password',
  'passport-registration',
  'passport-states',
  'payout',
  'payout-history',
  'profile',
  'programmes',
  'public',
  'rank',
  'rank-history',
  'reports',
  'routes',
  'serving',
  'session',
  'shell',
  'start-up',
  'stored-data',
  'support',
  'taps',
  'team-picture',
  'team-search',
  'team-tree',
  'what-if',
]

/** The spec files that are run in English alone, and why. */
export const ENGLISH_FILES: Reasons = {
  adjustments: 'looks for what operators typed, which holds texts of the product, too',
  'all-languages': OWN,
  axe: OWN,
  'device-fonts': OWN,
  disputes: OWN,
  'forced-colors': 'looks at colours alone',
  income: OWN,
  installed: 'looks at what the browser keeps',
  languages: OWN,
  letters: OWN,
  'past-team': OWN,
  'page-checks': 'checks the checks, on a page of its own',
  shifts: OWN,
  snapshots: 'keeps the outline of the English pages',
  workshop: 'opens the workshop, which is in English',
}

/** Tests of these files that are not run in other languages, by the beginning of their titles, and why. */
export const TESTS: Reasons = {
  'a video that does not load': OWN,
  'fits in ': OWN,
  'in Arabic the decimal points': OWN,
  'in Arabic the picture and its keys': OWN,
  'NAV-003 the menu holds a group': READS,
  'each kind has a row of bars to its own scale': TOGETHER,
  'the unilevel sums lead to the bookings': TOGETHER,
  'works by keyboard alone': 'logs out, which ends in English by STA-034',
  'a team bonus: the sentence': READS,
  'anybody opens the code of a statement': OWN,
  'the popup waits while a partner': OWN,
  'NEW-001 NEW-004 NEW-007': FEED,
  'NEW-002 NEW-003 NEW-012': FEED,
  'PAY-079 the details show the steps': TOGETHER,
  'RNK-007 RNK-010 RNK-031 RNK-032 RNK-033 each rank': READS,
  'SUP-004 SUP-005 SUP-006': 'looks for typed words that are texts of the product, too',
  'SUP-010 SUP-011 SUP-012': TOGETHER,
  'SUP-019 a failing ticket': OWN,
  'the shortest way fills the fields': TOGETHER,
  'DSH-004 shows what counts': READS,
  'another language keeps the address and': OWN,
  'a partner signs in in the language ': OWN,
  'the menu offers the languages that': OWN,
  'countries are named in the language': OWN,
  'of a phone needs at most 25 requests': 'reads the files of English',
  'of a script are loaded where a page': OWN,
  'the language of the gate can be': OWN,
  'the translations are ': OWN,
  'a translation file with ': OWN,
}

/** Why a test is not run in other languages; null: it is. */
export const reasonToStayEnglish = (title: string): string | null =>
  Object.entries(TESTS).find(([beginning]) => title.startsWith(beginning))?.[1] ?? null
