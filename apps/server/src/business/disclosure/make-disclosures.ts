import {
  areFew,
  disclose,
  type Disclosed,
  type DisclosureTerms,
  monthsLater,
  monthText,
  parseMonth,
  SumsByRow,
} from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { column } from '../../db/column.ts'
import type { Db, Tx } from '../../db/database.ts'
import { inSlices } from '../../network/in-slices.ts'
import { readClosings, type StoredClosing } from '../months/closing.ts'
import { type ComputedClosing, computeClosing } from '../months/compute-closing.ts'
import { readSettings } from '../settings/read-settings.ts'
import type { StatementSigner } from '../statements/statement-keys.ts'
import { type Disclosure, DISCLOSURE_FORMAT, type DisclosedGroup } from './disclosure.ts'
import { signedIn } from './read-disclosures.ts'
import { addStoredIncomes, type Incomes, readIncomes } from './read-incomes.ts'
import { incomesOfMembers, membersOf, readStanding, type Standing } from './read-standing.ts'
import { signDisclosure, signDisclosureCsv } from './sign-disclosure.ts'

/** Months of a year's disclosure. */
const YEAR = 12

/** What is disclosed of a month or of twelve, before it is sealed and signed; without groups of fewer than ten members. */
type Draft = {
  readonly closingId: number
  readonly content: Omit<Disclosure, 'sealedAt' | 'seal'> | null
  readonly period: string
  readonly months: 1 | 12
}

/** The disclosures that the seal of a month makes. */
export type DisclosureDrafts = {
  readonly period: string
  readonly incomes: Incomes
  readonly drafts: readonly Draft[]
}

/** A month whose incomes are stored, or about to be, and how many members earned something. */
type Months = ReadonlyMap<string, number>

/**
 * Computes the disclosure of a closed month, and of each twelve months that it completes. Null while the setting
 * `disclosure` is off, and where the month has its disclosure.
 *
 * Everything follows from the facts that the month was closed on and from records up to its closing, so that it is the same
 * whenever it is computed.
 *
 * Source: console.md section 8; decisions/0031-income-disclosure.md.
 */
export async function computeDisclosures(
  core: Core,
  { closing, month }: Pick<ComputedClosing, 'closing' | 'month'>,
): Promise<DisclosureDrafts | null> {
  const { read } = core.database
  const settings = await readSettings(read, ['disclosure', 'disclosureByCountry'])
  const months = await readMonths(read)
  if (settings.disclosure !== 'TRUE' || months.has(closing.period)) return null
  const byCountry = settings.disclosureByCountry === 'TRUE'
  const closings = await readClosings(read)
  const upTo = closings.filter(({ id }) => id <= closing.id)
  const standing = await readStanding(read, month.basis, { ...closing, byCountry })
  const { rowOf } = standing
  const earned = await readIncomes(core.database, { closings: upTo, month }, rowOf)
  const members = membersOf(standing, 1, earned)
  const terms = { ...termsOf(standing), joined: null, months: 1, withMean: true } as const
  const disclosed = await inSlices(disclose(members, terms))
  const incomes = incomesOfMembers(standing, members)
  const known = new Map([...months, [closing.period, incomes.partnerIds.length]])
  const drafts = [draftOf(standing, closing, terms, disclosed)]
  const joined = disclosed?.ranks.map(({ places }) => places) ?? null
  for (const end of completedYears(known, closing.period)) {
    const year: Year = { end, incomes, standing, joined, months: known }
    const ofEnd = closings.find(({ period }) => period === end)!
    const last =
      end === closing.period ? year : await otherYear(core, ofEnd, { ...year, byCountry })
    drafts.push(await yearOf(read, ofEnd, last, closing.period))
  }
  return { period: closing.period, incomes, drafts }
}

const termsOf = ({ basis, countryNames }: Standing) => ({
  ranks: basis.version.plan.ranks.length,
  countries: countryNames.length,
})

async function readMonths(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('disclosedIncomes')
    .select('period')
    .select((row) => row.fn<number>('cardinality', ['partnerIds']).as('earning'))
    .execute()
  return new Map(rows.map(({ period, earning }) => [period, earning]))
}

/** The months with which twelve disclosed months end, of which `period` is one. */
const completedYears = (months: Months, period: string): string[] =>
  Array.from({ length: YEAR }, (_, later) =>
    monthText(monthsLater(parseMonth(period)!, later)),
  ).filter((end) => monthsOfYear(end).every((month) => months.has(month)))

const monthsOfYear = (end: string): string[] =>
  Array.from({ length: YEAR }, (_, at) => monthText(monthsLater(parseMonth(end)!, at - YEAR + 1)))

type Year = {
  readonly end: string
  /** Of the month that is sealed now. */
  readonly incomes: Incomes
  readonly standing: Standing
  /** The joined ranks of the last month. */
  readonly joined: DisclosureTerms['joined']
  readonly months: Months
}

/** Twelve months whose last one was sealed before another one of them. */
async function otherYear(
  core: Core,
  closing: StoredClosing,
  { byCountry, ...year }: Year & { readonly byCountry: boolean },
): Promise<Year> {
  const { read } = core.database
  const { month } = await computeClosing(core, read, closing)
  const standing = await readStanding(read, month.basis, { ...closing, byCountry })
  const codes = month.basis.version.plan.ranks.map(({ code }) => code)
  const { content } = await read
    .selectFrom('disclosures')
    .select('content')
    .where('period', '=', closing.period)
    .where('months', '=', 1)
    .executeTakeFirstOrThrow()
  const ranks = content === null ? null : signedIn(content).disclosure.groups
  const joined =
    ranks
      ?.filter(({ of }) => of === 'ranks')
      .map(({ names }) => names.map((code) => codes.indexOf(code))) ?? null
  return { ...year, standing, joined }
}

async function yearOf(
  db: Db,
  closing: StoredClosing,
  { end, incomes, standing, joined, months }: Year,
  sealed: string,
): Promise<Draft> {
  const all = monthsOfYear(end)
  const earned = new SumsByRow(standing.basis.facts.partners.size)
  for (const [at, id] of incomes.partnerIds.entries()) {
    const row = standing.rowOf(id)
    if (row >= 0) earned.add(row, incomes.incomes[at]!)
  }
  const others = all.filter((month) => month !== sealed)
  await addStoredIncomes(db, others, { earned, rowOf: standing.rowOf })
  const members = membersOf(standing, YEAR, await inSlices(earned.values()))
  // With the means of eleven months it would be the mean of the twelfth, of fewer than ten who earned something.
  const withMean = !all.some((month) => areFew(months.get(month)!))
  const terms = { ...termsOf(standing), joined, months: YEAR, withMean } as const
  return draftOf(standing, closing, terms, await inSlices(disclose(members, terms)))
}

function draftOf(
  standing: Standing,
  { id, period, upToFact }: Pick<StoredClosing, 'id' | 'period' | 'upToFact'>,
  { months }: Pick<DisclosureTerms, 'months'>,
  disclosed: Disclosed | null,
): Draft {
  const named = { closingId: id, period, months }
  if (disclosed === null) return { ...named, content: null }
  const { topOne, topTen } = disclosed
  const { version } = standing.basis
  const content = {
    format: DISCLOSURE_FORMAT,
    period,
    months,
    currency: 'EUR',
    upToFact,
    planVersion: version.version,
    topOne,
    topTen,
    groups: groupsOf(standing, disclosed),
  } as const
  return { ...named, content }
}

function groupsOf(
  { basis, countryNames }: Standing,
  { all, active, ranks, countries }: Disclosed,
): DisclosedGroup[] {
  const codes = basis.version.plan.ranks.map(({ code }) => code)
  return [
    { of: 'all', names: [], numbers: all },
    ...(active === null ? [] : [{ of: 'active', names: [], numbers: active } as const]),
    ...ranks.map(({ places, numbers }) => {
      return { of: 'ranks', names: places.map((place) => codes[place]!), numbers } as const
    }),
    ...countries.map(({ places, isOthers, numbers }): DisclosedGroup => ({
      of: isOthers ? 'otherCountries' : 'country',
      names: isOthers ? [] : places.map((place) => countryNames[place]!),
      numbers,
    })),
  ]
}

/** Stores the disclosures in the transaction that seals the month, after its seal. What is stored already stays. */
export async function storeDisclosures(
  tx: Tx,
  { period, incomes, drafts }: DisclosureDrafts,
  signer: StatementSigner,
): Promise<void> {
  await tx
    .insertInto('disclosedIncomes')
    .values({
      period,
      partnerIds: column([...incomes.partnerIds]) as unknown as number[],
      incomes: column([...incomes.incomes]) as unknown as string[],
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const seals = await tx
    .selectFrom('periodSeals')
    .select(['closingId', 'hash', 'sealedAt'])
    .execute()
  const rows = drafts.map((draft) => {
    return signed(
      draft,
      seals.find(({ closingId }) => closingId === draft.closingId)!,
      signer,
    )
  })
  await tx
    .insertInto('disclosures')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Seal = { readonly hash: Buffer; readonly sealedAt: number }

/** The row of a disclosure, with the seal of its month. */
function signed({ content, ...draft }: Draft, { hash, sealedAt }: Seal, signer: StatementSigner) {
  const named = { period: draft.period, months: draft.months }
  if (content === null) return { ...named, content: null, csv: null, keyId: null }
  const { format, period, months, currency, ...rest } = content
  const seal = hash.toString('hex')
  const disclosure: Disclosure = { format, period, months, currency, sealedAt, seal, ...rest }
  return {
    ...named,
    content: signDisclosure(disclosure, signer),
    csv: signDisclosureCsv(disclosure, signer),
    keyId: signer.id,
  }
}
