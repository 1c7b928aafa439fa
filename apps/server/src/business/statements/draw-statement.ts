import { type Currency, isCountryCode } from '@partner-office/domain'
import { directionOf, LANGUAGES } from '@partner-office/locales'
import { encode } from 'uqr'

import { type Column, Flow } from '../../pdf/flow.ts'
import { type FilePart, pdfText } from '../../pdf/pdf-objects.ts'
import { type PdfFile, TaggedPdf } from '../../pdf/tagged-pdf.ts'
import { conversionText } from './rule-text.ts'
import type {
  SignedStatement,
  Statement,
  StatementDispute,
  StatementEntry,
  StatementRate,
  StatementSection,
} from './statement.ts'
import { statementCode } from './sign-statement.ts'
import { statementFileName } from './statement-file-name.ts'
import type { StatementSigner } from './statement-keys.ts'
import { type StatementWords, wordsIn } from './statement-words.ts'

/** Name and version of the signature of a file. Source: docs/statements.md. */
const PDF_FORMAT = 'partner-office-pdf/2'
const A4 = [595.28, 841.89] as const

/**
 * Draws a stored statement as a signed PDF file, in the partner's language, with the statement's data inside. The same
 * statement, key and origin give the same bytes.
 */
export function drawStatement(
  content: string,
  { signer, officeOrigin }: { readonly signer: StatementSigner; readonly officeOrigin: string },
): Buffer {
  const { statement, signature } = JSON.parse(content) as SignedStatement
  const words = wordsIn(statement.language)
  const style = { language: words.language, direction: directionOf(words.language) }
  const title = words.say('head.title', {
    month: words.month(statement.period),
    currency: statement.currency,
  })
  const pdf = new TaggedPdf({
    title,
    author: words.texts.issuer,
    ...style,
    createdAt: statement.issuedAt,
    size: A4,
  })
  const flow = new Flow(pdf, style, A4)
  flow.paragraph(words.texts.issuer, { size: 10, isBold: true, grey: 0.36 })
  flow.heading('H1', title)
  drawHead(flow, words, statement)
  drawSums(flow, words, statement)
  drawEntries(flow, words, statement)
  drawDisputes(flow, words, statement)
  drawRates(flow, words, statement)
  const number = statementCode(content)
  const address = `${officeOrigin}/statement/${number}`
  drawProof(flow, words, { statement, address, key: signature.key })
  flow.footers((page, pages) => words.say('footer.page', { page, pages }))
  pdf.attach({
    name: statementFileName(statement, 'json'),
    mediaType: 'application/json',
    description: title,
    bytes: Buffer.from(content),
  })
  return signFile(pdf.finish(), { number, date: statement.issuedAt, signer })
}

function drawHead(flow: Flow, words: StatementWords, statement: Statement): void {
  const { holder, partnerId, currency, issuedAt } = statement
  const checked = (text: string, isVerified: boolean) =>
    isVerified ? words.say('head.verified', { text }) : text
  const address = addressText(words, holder.address)
  const rate = oneRate(statement)
  flow.facts([
    [words.texts['head.name'], checked(holder.name, holder.isNameVerified)],
    ...(address === ''
      ? []
      : [[words.texts['head.address'], checked(address, holder.isAddressVerified)] as const]),
    [words.texts['head.partner'], String(partnerId)],
    [words.texts['head.account'], accountText(words, currency)],
    [words.texts['head.language'], LANGUAGES[words.language]],
    [words.texts['head.issuedAt'], words.instant(issuedAt)],
    ...(rate === null ? [] : [[words.texts['head.rate'], rateText(words, rate)] as const]),
  ])
}

/** The lines of an address; the last one is the code of a country. */
function addressText(words: StatementWords, lines: readonly string[]): string {
  const country = lines.at(-1) ?? ''
  if (!isCountryCode(country)) return lines.join(', ')
  return [...lines.slice(0, -1), words.country(country)].join(', ')
}

const accountText = (words: StatementWords, currency: Currency): string =>
  currency === 'EUR' ? currency : words.say('head.accountName', { currency })

/** The only rate of a statement: it stands in the head, and the lines do not repeat it. */
const oneRate = ({ rates }: Statement): StatementRate | null =>
  rates.length === 1 ? rates[0]! : null

function drawSums(flow: Flow, words: StatementWords, statement: Statement): void {
  const { currency } = statement
  flow.heading('H2', words.texts['section.summary'])
  const { opening, credited, corrected, adjusted, paidOut, closing } = statement
  const sums = {
    opening,
    credited,
    corrected,
    ...(adjusted !== undefined && { adjusted }),
    paidOut,
    closing,
  }
  flow.table(
    [{ title: words.texts['column.what'], isWide: true }, amountColumn(words, statement)],
    Object.entries(sums).map(([name, amount]) => [
      words.texts[`sum.${name as keyof typeof sums}`],
      words.amount(amount, currency),
    ]),
    true,
  )
}

const amountColumn = (words: StatementWords, { currency }: Statement): Column => ({
  title: words.say('column.amount', { currency }),
  isNumber: true,
})

const SECTIONS = [
  ['credit', 'section.credits', 'none.credits'],
  ['correction', 'section.corrections', 'none.corrections'],
  ['adjustment', 'section.adjustments', 'none.adjustments'],
  ['payout', 'section.payouts', 'none.payouts'],
] as const satisfies readonly (readonly [StatementSection, ...string[]])[]

function drawEntries(flow: Flow, words: StatementWords, statement: Statement): void {
  const columns = [
    { title: words.texts['column.date'] },
    { title: words.texts['column.what'], isWide: true },
    amountColumn(words, statement),
  ]
  const cells = (entry: StatementEntry) => [
    words.day(entry.at),
    entryText(words, statement, entry),
    words.amount(entry.amount, statement.currency),
  ]
  for (const [section, title, none] of SECTIONS) {
    // Versions before the third say nothing of adjustments.
    if (section === 'adjustment' && statement.adjusted === undefined) continue
    const entries = statement.entries.filter((entry) => entry.section === section)
    flow.heading('H2', words.texts[title])
    if (entries.length > 0) flow.table(columns, entries.map(cells))
    else flow.paragraph(words.texts[none], { size: 9, grey: 0.36 })
    flow.gap(entries.length > 0 ? 4 : 12)
  }
}

/** The text of an entry, without the rate that stands in the head. */
function entryText(words: StatementWords, statement: Statement, entry: StatementEntry): string {
  const { text, calculation } = entry
  const rate = oneRate(statement)
  if (rate === null || calculation === null) return text
  const { share } = calculation
  const { to: currency } = rate
  const conversion = conversionText(words, { ...rate, share })
  // Texts of statements that were issued with other words stay whole.
  if (!text.endsWith(conversion)) return text
  const rest =
    share === '1' ? '' : words.say('entry.part', { share: words.percent(share), currency })
  return `${text.slice(0, -conversion.length)}${rest}`.trimEnd()
}

/** Nothing, if none ended in the month. Source: requirements DSP-011. */
function drawDisputes(flow: Flow, words: StatementWords, { disputes = [] }: Statement): void {
  if (disputes.length === 0) return
  flow.heading('H2', words.texts['section.disputes'])
  const columns = [
    { title: words.texts['column.date'] },
    { title: words.texts['column.what'], isWide: true },
    { title: words.texts['section.corrections'], isNumber: true },
  ]
  const amountsText = ({ amounts }: StatementDispute) =>
    amounts
      .map(({ amount, currency }) => `${words.amount(amount, currency)} ${currency}`)
      .join(', ')
  flow.table(
    columns,
    disputes.map((dispute) => [words.day(dispute.endedAt), dispute.text, amountsText(dispute)]),
  )
  flow.gap(4)
}

function drawRates(flow: Flow, words: StatementWords, { rates }: Statement): void {
  if (rates.length < 2) return
  flow.heading('H2', words.texts['section.rates'])
  for (const rate of rates) flow.paragraph(rateText(words, rate))
  flow.gap(12)
}

const rateText = (words: StatementWords, { id, from, to, rate, setAt }: StatementRate): string =>
  words.say('rate.line', { id, from, to, rate: words.number(rate), time: words.instant(setAt) })

type Proof = { readonly statement: Statement; readonly address: string; readonly key: string }

function drawProof(flow: Flow, words: StatementWords, { statement, address, key }: Proof): void {
  const small = { size: 8 }
  flow.heading('H2', words.texts['proof.title'])
  const { data } = encode(address, { ecc: 'M', border: 0 })
  flow.code(data, pdfText(words.say('proof.qr', { address })), () => {
    flow.paragraph(words.texts['proof.how'], small)
    flow.paragraph(address, small)
    flow.paragraph(words.say('proof.key', { key }), small)
    flow.paragraph(sealText(words, statement), small)
  })
}

function sealText(words: StatementWords, { seal, period }: Statement): string {
  const month = words.month(period)
  const { hash, trees } = seal
  if (trees === null) return words.say('proof.noTree', { month, hash })
  const records = trees.records.leaves.length + trees.corrections.leaves.length
  return words.say('proof.seal', { month, hash, records })
}

/** What the signature of a file states besides its parts. */
type Signing = { readonly number: string; readonly date: number; readonly signer: StatementSigner }

/**
 * Signs a file: a comment line before its end mark lists the parts of the file with their hashes. The signature covers the
 * name of the format and every byte of the file but its own digits.
 *
 * Source: docs/statements.md.
 */
function signFile({ body, parts, end }: PdfFile, { number, date, signer }: Signing): Buffer {
  const listed = parts.map(({ name, bytes, sha256 }: FilePart) => [name, bytes, sha256] as const)
  const written = (value: string) => {
    const signed = { format: PDF_FORMAT, number, date, parts: listed, algorithm: 'Ed25519' }
    const line = JSON.stringify({ ...signed, key: signer.id, value })
    return Buffer.concat([body, Buffer.from(`%PartnerOfficeStatement ${line}\n${end}`)])
  }
  return written(signer.sign(Buffer.concat([Buffer.from(`${PDF_FORMAT}\n`), written('')])))
}
