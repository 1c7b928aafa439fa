import type { PreviewRow, Proposed, Role } from '@partner-office/contracts'
import {
  CURRENCIES,
  type Currency,
  fraction,
  Refusal,
  subtract,
  toDecimalText,
} from '@partner-office/domain'

import { newestRate, type Pair } from '../../business/rates/rate-jump.ts'
import { type NewRate, setRates } from '../../business/rates/set-rates.ts'
import { changeSettings, settingProblem } from '../../business/settings/change-settings.ts'
import { settingCalled } from '../../business/settings/settings.ts'
import type { Tx } from '../../db/database.ts'
import { hasGuarded } from '../accounts/guarded-roles.ts'
import { resetOperator, setRoles } from '../accounts/change-operators.ts'
import { mailLink } from '../accounts/links.ts'
import { inOrder, lockOperators, requireOperator } from '../accounts/operators.ts'
import { close } from '../months/kind-of-close.ts'
import { plan, planWithdraw } from '../plans/kinds-of-plans.ts'
import { within } from '../within.ts'
import { erasure } from './erasure.ts'
import { adjustment, holdRelease } from './kinds-of-adjustments.ts'
import { type Kind, type Of, type Outlook, row, valueRow } from './kind.ts'
import { batch, payout, routes } from './payout-kinds.ts'
import { isGuardedSetting, needsSecondForRate, needsSecondForSetting } from './four-eyes.ts'
import { orderCancel } from './order-cancel.ts'
import { worthOfPayouts } from './worth-of-payouts.ts'

const setting: Kind<'setting'> = {
  proposes: ['finance', 'admin'],
  approves: ['finance', 'admin'],
  command: 'config set',
  look: async ({ tx }, { object: name, values: { value } }) => {
    const known = settingCalled(name)
    if (known === undefined) throw new Refusal('not_found', { field: 'object' })
    const problem = settingProblem({ name, value })
    if (problem !== null)
      throw new Refusal('validation_error', { field: 'value', reason: problem.problem })
    const stored = await tx
      .selectFrom('settings')
      .select('value')
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst()
    const before = stored?.value ?? known.default
    const after = value ?? known.default
    return {
      object: name,
      objectName: name,
      before: { value: stored?.value ?? null },
      after: { value },
      preview: [valueRow(name, before, after)],
      basis: { [name]: stored?.value ?? null },
      isNeeded: needsSecondForSetting(name, value),
      ...(!isGuardedSetting(name) && { proposes: ['admin'] as const }),
    }
  },
  run: ({ console, tx }, { object, values: { value } }) =>
    changeSettings(within(console.core, tx), { [object]: value }),
}

const rate: Kind<'rate'> = {
  proposes: ['finance', 'admin'],
  approves: ['finance', 'admin'],
  command: 'rates set',
  look: async ({ tx }, asked) => {
    const quotes = quotesOf(asked)
    const looks: RateLook[] = []
    for (const quote of quotes) looks.push(await lookAtRate(tx, quote))
    const { rate: next, rateType, more } = asked.values
    const others = looks.slice(1).map(({ name, last }) => ({ name, rate: last }))
    return {
      object: asked.object,
      objectName: looks.map(({ name }) => name).join(', '),
      before: { rate: looks[0]!.last, ...(more && { more: others }) },
      after: { rate: next, rateType, ...(more && { more }) },
      preview: [...looks.map(({ row: one }) => one), ...(await worthOfPayouts(tx, quotes))],
      basis: Object.assign({}, ...looks.map(({ basis }) => basis)),
      isNeeded: looks.some(({ isJump }) => isJump),
    }
  },
  run: async ({ console, tx }, asked) => {
    await setRates(within(console.core, tx), quotesOf(asked))
  },
}

type RateLook = {
  readonly name: string
  readonly last: string | null
  readonly row: PreviewRow
  readonly basis: Outlook['basis']
  readonly isJump: boolean
}

async function lookAtRate(tx: Tx, { rate: next, ...pair }: NewRate): Promise<RateLook> {
  const last = await newestRate(tx, pair)
  const name = `${pair.from}/${pair.to} ${pair.rateType}`
  const difference = last && toDecimalText(subtract(fraction(next), fraction(last.rate)))
  return {
    name,
    last: last?.rate ?? null,
    row: row(name, last?.rate ?? null, next, difference ?? null),
    basis: {
      [`rate of ${name}`]: last?.rate ?? null,
      [`number of ${name}`]: last ? String(last.id) : null,
    },
    isJump: await needsSecondForRate(tx, pair, next),
  }
}

/** The quotes of a proposal, which are set together. Refuses: `validation_error`, for one that is no pair, or stands there twice. */
function quotesOf({ object, values: { rate: first, rateType, more = [] } }: Of<'rate'>): NewRate[] {
  const quotes = [{ object, rate: first, rateType }, ...more].map(({ rate: each, ...asked }) => ({
    ...pairOf(asked),
    rate: each,
  }))
  const names = new Set(quotes.map(({ from, to, rateType: type }) => `${from}/${to} ${type}`))
  if (names.size < quotes.length) throw new Refusal('validation_error', { field: 'more' })
  return quotes
}

function pairOf({
  object,
  rateType,
}: {
  readonly object: string
  readonly rateType: Pair['rateType']
}): Pair {
  const [from, to, ...more] = object.split('/')
  const isCurrency = (code: string | undefined): code is Currency =>
    (CURRENCIES as readonly (string | undefined)[]).includes(code)
  if (isCurrency(from) && isCurrency(to) && from !== to && more.length === 0)
    return { from, to, rateType }
  throw new Refusal('validation_error', { field: 'object' })
}

const role: Kind<'role'> = {
  proposes: ['admin'],
  approves: ['admin'],
  command: 'operator roles',
  look: async ({ tx }, { object: id, values }) => {
    await lockOperators(tx)
    const { email, roles, version } = await requireOperator(tx, id)
    const after = inOrder(values.roles)
    return {
      object: String(id),
      objectName: email,
      before: { roles },
      after: { roles: after },
      preview: [row(email, roles.join(', '), after.join(', '))],
      basis: { roles: roles.join(', '), version: String(version) },
      isNeeded: hasGuarded(after.filter((each) => !roles.includes(each))),
    }
  },
  run: ({ tx }, { object: id, values }) => setRoles(tx, { id }, inOrder(values.roles)),
}

const recovery: Kind<'recovery'> = {
  proposes: ['admin'],
  approves: ['admin'],
  command: 'operator reset',
  look: async ({ tx }, { object: id }) => {
    await lockOperators(tx)
    const { email, roles, version, passwordHash } = await requireOperator(tx, id)
    const access = passwordHash === null ? 'no password yet' : 'password and second factor'
    return {
      object: String(id),
      objectName: email,
      before: { access },
      after: { access: 'a new link' },
      preview: [row(email, access, 'a new link by mail, all sessions end')],
      basis: { version: String(version) },
      isNeeded: hasGuarded(roles),
    }
  },
  run: async ({ console, tx, by }, { object: id }) =>
    mailLink(console, tx, await resetOperator(console.core, tx, { id, by })),
}

/** Every kind of proposals: one that is missing does not compile. */
const KINDS: { readonly [Name in Proposed['kind']]: Kind<Name> } = {
  setting,
  rate,
  role,
  recovery,
  order_cancel: orderCancel,
  payout,
  batch,
  routes,
  adjustment,
  hold_release: holdRelease,
  close,
  plan,
  plan_withdraw: planWithdraw,
  erasure,
}

/** The kind of a proposal. */
export const kindOf = (asked: Pick<Proposed, 'kind'>): Kind<Proposed['kind']> =>
  KINDS[asked.kind] as Kind<Proposed['kind']>

/** The kinds that somebody with these roles may approve. */
export const approvable = (roles: readonly Role[]): Proposed['kind'][] =>
  (Object.keys(KINDS) as Proposed['kind'][]).filter((kind) =>
    KINDS[kind].approves.some((each) => roles.includes(each)),
  )
