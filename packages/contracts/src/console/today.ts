import { z } from 'zod'

import type { Contract } from '../contract.ts'
import { Currency, DecimalText, Id, Instant } from '../primitives.ts'
import { Reason } from './proposals.ts'
import { ROLES } from './roles.ts'

/** What can wait for an operator. */
export const WAITING_KINDS = [
  'proposals',
  'payoutsToTake',
  'payoutsTaken',
  'documents',
  'tickets',
  'disputes',
  'dataRequests',
  'monthsDue',
] as const

/** How many of a kind wait, since when the oldest does, and the page that lists them. */
const Waiting = z.object({
  kind: z.enum(WAITING_KINDS),
  count: z.int().nonnegative(),
  oldest: Instant.nullable(),
  page: z.string(),
})
export type Waiting = z.infer<typeof Waiting>

/** The conditions that alerts tell of. Source: requirements TOD-003. */
export const ALERT_NAMES = [
  'figuresDrift',
  'verifyDifference',
  'monthDue',
  'clockUntrusted',
  'rateMissing',
  'rateOld',
  'rateFeed',
  'mailQueue',
  'diskLow',
  'backupOld',
  'importUnfinished',
  'standbyLag',
  'outsideFourEyes',
  'proposalsExpire',
  'payoutsTaken',
  'payoutClearing',
  'disputesLate',
  'fewApprovers',
  'webhookOff',
  'webhookGivenUp',
] as const
export const AlertName = z.enum(ALERT_NAMES)
export type AlertName = z.infer<typeof AlertName>

/** What mends an alert: a page of the console, or a command on the server. */
const Mend = z.object({ kind: z.enum(['page', 'command']), text: z.string() })

/**
 * A condition that holds now. `object` tells alerts of one name apart, such as two processes.
 *
 * Units: instants. `sentence` holds the reason in English; name and `parameters` say the same for any other language. `acts`: those
 * that the caller may do; `acknowledge` only where an alert stands until an admin has confirmed it.
 */
export const Alert = z.object({
  name: AlertName,
  object: z.string(),
  sentence: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  since: Instant,
  mend: Mend,
  silence: z.object({ by: z.string(), until: Instant, reason: z.string() }).nullable(),
  acts: z.array(z.enum(['silence', 'speak', 'acknowledge'])),
})
export type Alert = z.infer<typeof Alert>

/**
 * What waits for the caller's roles, and the alerts, the oldest first, silenced ones last.
 *
 * A page asks again every two seconds, with the header that keeps no session open: the answer costs a few reads by index, goes
 * through the gate each time, and holds no connection.
 * Source: requirements TOD-001 to TOD-004, TOD-009.
 */
export const getToday = {
  method: 'GET',
  path: '/console/v1/today',
  auth: 'operator',
  roles: ROLES,
  reply: z.object({
    waiting: z.array(Waiting),
    alerts: z.array(Alert),
  }),
  refusals: [],
} as const satisfies Contract

const onAlert = { name: AlertName, object: z.string().max(256) }

/** Silence an alert for some hours; it is then shown grey with the name. Units: 1 to 24 hours. Source: requirements TOD-004. */
export const postAlertSilence = {
  method: 'POST',
  path: '/console/v1/today/silences',
  auth: 'operator',
  roles: ['admin'],
  body: z.object({ ...onAlert, hours: z.int().min(1).max(24), reason: Reason }),
  reply: z.object({}),
  refusals: [],
} as const satisfies Contract

/** End a silence. */
export const deleteAlertSilence = {
  method: 'DELETE',
  path: '/console/v1/today/silences',
  auth: 'operator',
  roles: ['admin'],
  query: z.object(onAlert),
  reply: z.object({}),
  refusals: [],
} as const satisfies Contract

/** Confirm to have seen an act outside four eyes, by the number of its entry in the audit log. Source: D-156; APR-017. */
export const postAcknowledgement = {
  method: 'POST',
  path: '/console/v1/today/acknowledgements',
  auth: 'operator',
  roles: ['admin'],
  body: z.object({ entry: Id }),
  reply: z.object({}),
  refusals: [],
} as const satisfies Contract

const Count = z.int().nonnegative()
/** Counts of today, of the last 7 days with today, and of this month. */
const Counts = z.object({ today: Count, week: Count, month: Count })
/** An amount in a currency with its value in EUR; null where no rate leads to EUR. */
const Amount = z.object({
  currency: Currency,
  amount: DecimalText,
  eur: DecimalText.nullable(),
})
/** The rates that EUR values were made with. Units: EUR for one of the currency; when the quote was set. */
const UsedRates = z.array(z.object({ currency: Currency, rate: DecimalText, setAt: Instant }))

/**
 * Figures of the network.
 *
 * Units: EUR with two decimals; other amounts with all decimals of the currency. `turnover` is of the days of this month up to today,
 * `turnoverBefore` of the same days of the month before. `credited` is by programme for this month, which is open: an open month
 * has what its orders have credited and not what its close will. `asOf` is the last fact in the figures, `sumsAsOf` the last one in
 * the stored sums.
 * Rounding: EUR values half up to cents; others are exact.
 * Source: requirements TOD-005, TOD-006.
 */
export const getTodayFigures = {
  method: 'GET',
  path: '/console/v1/today/figures',
  auth: 'operator',
  roles: ROLES,
  reply: z.object({
    partners: Count,
    active: Count,
    newPartners: Counts,
    orders: Counts,
    turnover: DecimalText,
    turnoverBefore: DecimalText,
    credited: z.array(Amount.extend({ programme: z.string(), records: Count })),
    balances: z.array(Amount),
    pendingPayouts: z.array(Amount.extend({ count: Count })),
    rates: UsedRates,
    asOf: Count,
    sumsAsOf: Count,
    at: Instant,
  }),
  refusals: [],
} as const satisfies Contract

/**
 * Numbers of the charts, each oldest first. Days, weeks and months without anything are there with 0; those before the first fact of
 * the network are not.
 *
 * Units: `at` is the first instant of the day, month or week (from Monday), UTC; EUR with two decimals. `active` counts
 * partners who were active at any instant of the month. `isOpen`: not over yet.
 * Source: requirements TOD-007, TOD-008.
 */
export const getTodayCharts = {
  method: 'GET',
  path: '/console/v1/today/charts',
  auth: 'operator',
  roles: ROLES,
  reply: z.object({
    days: z.array(
      z.object({ at: Instant, orders: Count, turnover: DecimalText, isOpen: z.boolean() }),
    ),
    months: z.array(
      z.object({ at: Instant, newPartners: Count, active: Count, isOpen: z.boolean() }),
    ),
    credited: z.array(
      z.object({
        at: Instant,
        isOpen: z.boolean(),
        programmes: z.array(Amount.extend({ programme: z.string() })),
      }),
    ),
    payouts: z.array(
      z.object({
        at: Instant,
        isOpen: z.boolean(),
        pending: Count,
        sent: Count,
        rejected: Count,
      }),
    ),
    rates: UsedRates,
    asOf: Count,
    sumsAsOf: Count,
    at: Instant,
  }),
  refusals: [],
} as const satisfies Contract
