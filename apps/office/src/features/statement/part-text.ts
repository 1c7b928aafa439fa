import type { TFunction } from 'i18next'

/** The texts of parts by the checking program's names: values of the statement, and stretches of its PDF file. */
const TEXTS = {
  format: 'statement.part.format',
  partnerId: 'statement.partner',
  holder: 'statement.part.holder',
  period: 'statement.month',
  currency: 'reports.currency',
  account: 'statement.part.account',
  language: 'statement.part.language',
  issuedAt: 'statement.issuedAt',
  opening: 'statement.opening',
  credited: 'statement.credited',
  corrected: 'statement.corrected',
  adjusted: 'statement.adjusted',
  paidOut: 'statement.paidOut',
  closing: 'statement.closing',
  entries: 'statement.part.entries',
  'entries/count': 'statement.part.entries',
  disputes: 'disputes.title',
  'disputes/count': 'disputes.title',
  rates: 'statement.part.rates',
  'rates/count': 'statement.part.rates',
  seal: 'statement.seal',
  header: 'statement.part.structure',
  structure: 'statement.part.structure',
  fonts: 'statement.part.fonts',
  pages: 'statement.part.structure',
  data: 'statement.part.data',
  catalog: 'statement.part.structure',
  index: 'statement.part.structure',
} as const

/** A numbered part: the program counts entries, disputes and rates from 0, and pages from 1. */
const NUMBERED = /^(entries|disputes|rates)\/(\d+)$|^(page) (\d+)$/

/** A part of a statement in words: `entries/3` is the fourth entry, `page 2` a page of the PDF file. */
export function partText(t: TFunction, part: string | null): string {
  const [, list, item, page, number] = NUMBERED.exec(part ?? '') ?? []
  if (list === 'entries') return t('statement.entry', { number: Number(item) + 1 })
  if (list === 'disputes') return t('disputes.title')
  if (list === 'rates') return t('statement.part.rate', { number: Number(item) + 1 })
  if (page !== undefined) return t('statement.part.page', { number: Number(number) })
  return part !== null && part in TEXTS
    ? t(TEXTS[part as keyof typeof TEXTS])
    : t('statement.part.other')
}
