import type { PreviewRow } from '@partner-office/contracts'
import {
  type AccountCurrency,
  equivalentText,
  type Fraction,
  payoutSamples,
  Refusal,
  subtract,
} from '@partner-office/domain'

import { coinText } from '../../business/bonuses/bonus-texts.ts'
import { lockPayout, requireTakeable } from '../../business/payouts/end/end-payout.ts'
import { lockAccountsOf, readPayoutMarks } from '../../business/payouts/end/payout-marks.ts'
import { type PayoutTerms, termsOf } from '../../business/payouts/routes/payout-terms.ts'
import { checkRoutes, setPayoutRoutes } from '../../business/payouts/routes/set-payout-routes.ts'
import type { Db, Tx } from '../../db/database.ts'
import { requireWaiting, takeFor } from '../payouts/acts.ts'
import { giveFor, leftOutText, sumsOf } from '../payouts/batches.ts'
import { leavingOf, lockLeaving } from '../payouts/leaving.ts'
import { amountsOf, type DayValue, lockDay, valueOfDay } from '../payouts/limit.ts'
import { readMarks } from '../payouts/marks.ts'
import { routeOf } from '../payouts/routes.ts'
import { EurValues } from '../today/eur-values.ts'
import { within } from '../within.ts'
import { type Basis, type Kind, type Of, row, valueRow } from './kind.ts'

const eurText = (value: Fraction | null): string | null => value && equivalentText(value)

/** The day of the operator in a preview: a batch or payout may need a proposal for it alone. */
const dayRow = ({ before, after }: DayValue): PreviewRow =>
  row(
    'taken up on this day without a proposal, EUR',
    eurText(before),
    eurText(after),
    before && after && equivalentText(subtract(after, before)),
  )

/** Taking up a payout. Its basis: its state and its marks. Source: D-157, D-158. */
export const payout: Kind<'payout'> = {
  proposes: ['finance'],
  approves: ['finance'],
  command: 'payouts take',
  look: async ({ tx, now, by }, { object: id }) => {
    await lockDay(tx, by)
    const found = await lockPayout(tx, id)
    await requireWaiting(tx, found, { id, version: found.version, by })
    await lockAccountsOf(tx, [id])
    const bars = (await readPayoutMarks(tx, [id], now)).get(id) ?? []
    await requireTakeable(tx, { payout: found, marks: bars, now })
    const marks = await markText(tx, [id], now)
    const day = await valueOfDay(tx, { operatorId: by, amounts: amountsOf([found]), now })
    const { amount, eur } = (await EurValues.read(tx)).valued(
      found.currency as AccountCurrency,
      found.amount,
    )
    return {
      object: String(id),
      objectName: `payout ${id}`,
      before: { state: 'waiting' },
      after: { state: 'taken' },
      preview: [
        row(`payout ${id} to ${found.address}`, 'waiting', 'taken'),
        row(`amount, ${found.currency}`, amount, amount),
        row('amount, EUR', eur, eur),
        row('marks', marks[id]!, marks[id]!),
        dayRow(day),
      ],
      basis: { state: 'waiting', version: String(found.version), marks: marks[id]! },
      isNeeded: day.isNeeded,
    }
  },
  run: async ({ console: { core }, tx, by, approved }, { object: id }) => {
    const found = await lockPayout(tx, id)
    await takeFor(within(core, tx), tx, found, {
      id,
      version: found.version,
      by,
      proposalId: approved,
    })
  },
}

/** The marks of payouts, as one text each; `none` for those without. */
async function markText(
  db: Db,
  ids: readonly number[],
  now: number,
): Promise<Readonly<Record<number, string>>> {
  const marks = await readMarks(db, ids, now)
  const textOf = (id: number) =>
    (marks.get(id) ?? [])
      .map(({ name }) => name)
      .toSorted()
      .join(', ')
  return Object.fromEntries(ids.map((id) => [id, textOf(id) || 'none']))
}

const nameOfPayout = (id: number): string => `payout ${id}`

/** Handing payouts over. Its basis: the payouts with their marks; the list may become shorter. Source: D-157, D-158. */
export const batch: Kind<'batch'> = {
  proposes: ['finance'],
  approves: ['finance'],
  command: 'payouts hand-over',
  look: async ({ tx, now, by }, { object, values: { payoutIds } }) => {
    await lockDay(tx, by)
    await lockLeaving(tx, payoutIds)
    const { goes, leftOut } = await leavingOf(tx, payoutIds, now)
    if (goes.length === 0) {
      throw new Refusal('validation_error', { field: 'payoutIds' }, leftOut.map(leftOutText))
    }
    const ids = goes.map(({ id }) => id)
    const marks = await markText(tx, ids, now)
    const values = await EurValues.read(tx)
    const day = await valueOfDay(tx, { operatorId: by, amounts: amountsOf(goes), now })
    const sums = sumsOf(goes, values)
    return {
      object,
      objectName: `${ids.length} payouts`,
      before: {},
      after: { payoutIds: ids },
      preview: [
        row('payouts', null, String(ids.length)),
        ...sums.flatMap(({ currency, count, amount, receive, eur }) => [
          row(`${count} payouts in ${currency}, amount`, null, amount),
          row(`${count} payouts in ${currency}, to send`, null, receive),
          row(`${count} payouts in ${currency}, EUR`, null, eur),
        ]),
        ...countsOf(Object.values(marks)).map(([text, count]) =>
          row(`marks ${text}`, null, String(count)),
        ),
        ...leftOut.map((each) => row(`left out: ${leftOutText(each)}`, null, null)),
        dayRow(day),
      ],
      basis: Object.fromEntries(ids.map((id) => [nameOfPayout(id), marks[id]!])),
      isNeeded: day.isNeeded,
    }
  },
  run: async ({ console: { core }, tx, now, by, approved, basis }, asked) => {
    await lockLeaving(tx, asked.values.payoutIds)
    const { payouts } = await remaining(tx, asked, { basis, now })
    await giveFor(within(core, tx), tx, { payouts, by, proposalId: approved })
  },
  shorter: {
    hold: (tx, { values: { payoutIds } }) => lockLeaving(tx, payoutIds),
    read: async (db, asked, stored) => {
      const { payouts, leftOut } = await remaining(db, asked, stored)
      return { leftOut, isEmpty: payouts.length === 0 }
    },
  },
}

const countsOf = (texts: readonly string[]): [string, number][] =>
  [...new Set(texts)]
    .toSorted()
    .map((text) => [text, texts.filter((other) => other === text).length])

/** What is left of a batch: without those that cannot go any more, and those with a mark that they did not have. */
async function remaining(
  db: Db,
  { values: { payoutIds } }: Of<'batch'>,
  { basis, now }: { readonly basis: Basis; readonly now: number },
) {
  const { goes, leftOut } = await leavingOf(db, payoutIds, now)
  const marks = await markText(
    db,
    goes.map(({ id }) => id),
    now,
  )
  const newMarks = (id: number) => {
    const before = (basis[nameOfPayout(id)] ?? '').split(', ')
    return marks[id]!.split(', ').filter((mark) => mark !== 'none' && !before.includes(mark))
  }
  const marked = goes
    .filter(({ id }) => newMarks(id).length > 0)
    .map(({ id }) => ({ id, why: `it has a new mark: ${newMarks(id).join(', ')}` }))
  const out = [...leftOut, ...marked].toSorted((one, other) => one.id - other.id)
  return {
    payouts: goes.filter(({ id }) => !marked.some((each) => each.id === id)),
    leftOut: out.map(leftOutText),
  }
}

/** The terms of a route. Its basis: the values before. Source: D-157, D-158; requirements PQU-013. */
export const routes: Kind<'routes'> = {
  proposes: ['finance', 'admin'],
  approves: ['finance', 'admin'],
  command: 'payout settings',
  look: async ({ tx }, asked) => {
    const before = await lockRoute(tx, asked.object)
    const [checked] = checkRoutes([routeIn(asked)])
    const after = termsOf({ ...before.stored, ...checked!.terms })
    const [old, next] = [flat(before.terms), flat(after)]
    return {
      object: asked.object,
      objectName: asked.object,
      before: old,
      after: asked.values,
      preview: [
        ...Object.keys(next)
          .filter((name) => old[name] !== next[name])
          .map((name) => valueRow(name, old[name]!, next[name]!)),
        ...sampleRows(before.terms, after),
      ],
      basis: old,
      isNeeded: true,
    }
  },
  run: ({ console: { core }, tx }, asked) => setPayoutRoutes(within(core, tx), [routeIn(asked)]),
}

function routeIn({ object, values }: Of<'routes'>) {
  const [payoutFrom = '', payoutTo = ''] = object.split('/')
  return { payoutFrom, payoutTo, ...values }
}

async function lockRoute(tx: Tx, object: string) {
  const [payoutFrom = '', payoutTo = ''] = object.split('/')
  const stored = await tx
    .selectFrom('payoutRoutes')
    .selectAll()
    .where('payoutFrom', '=', payoutFrom)
    .where('payoutTo', '=', payoutTo)
    .forUpdate()
    .executeTakeFirst()
  if (stored === undefined) throw new Refusal('not_found', { field: 'object' })
  return { stored, terms: termsOf(stored) }
}

/** The terms of a route, each as a text; null: no limit. */
function flat(terms: PayoutTerms): Record<string, string | null> {
  const { enabled, limits } = routeOf(terms)
  const each = Object.entries({ enabled, ...limits })
  return Object.fromEntries(
    each.map(([name, value]) => [name, value === null ? null : String(value)]),
  )
}

/** Fee and what is received of five amounts, before and after. */
function sampleRows(before: PayoutTerms, after: PayoutTerms): PreviewRow[] {
  const { currency } = after
  const coins = (units: bigint) => coinText(units, currency)
  return payoutSamples(before, after).flatMap(({ amount, old, next }) => [
    row(
      `fee of ${coins(amount)} ${currency}`,
      coins(old.fee),
      coins(next.fee),
      coins(next.fee - old.fee),
    ),
    row(
      `received of ${coins(amount)} ${currency}`,
      coins(old.receive),
      coins(next.receive),
      coins(next.receive - old.receive),
    ),
  ])
}
