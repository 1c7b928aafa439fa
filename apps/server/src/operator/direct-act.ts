import { RoleList } from '@partner-office/contracts'
import {
  CURRENCIES,
  type Currency,
  parseDecimal,
  parseMonth,
  type RateType,
} from '@partner-office/domain'

import type { DirectAct } from '../console/proposals/outside-four-eyes.ts'
import type { Command } from './command-table.ts'

/** The act of a command that may need a second operator; null for any other command, and for values that it will refuse. */
export function directActOf({ name, arguments: words, options }: Command): DirectAct | null {
  const [first = '', second = '', third = ''] = words
  switch (name) {
    case 'config set':
      return { kind: 'settings', values: { [first]: second } }
    case 'config unset':
      return { kind: 'settings', values: { [first]: null } }
    case 'rates set': {
      const parsed = parseDecimal(third, { maxIntegerDigits: 12, maxDecimals: 18 })
      const isRate = (parsed?.units ?? 0n) > 0n
      if (!isRate || !isCurrency(first) || !isCurrency(second)) return null
      const rateType = (options['type'] ?? 'SELL') as RateType
      return { kind: 'rates', rates: [{ from: first, to: second, rateType, rate: third }] }
    }
    case 'operator add':
    case 'operator roles':
      return { kind: 'roles', email: first, roles: RoleList.parse(options['role']?.split(',')) }
    case 'cancel order':
      return { kind: 'cancel', orderId: Number(first) }
    case 'close':
      // A preview changes nothing.
      if (options['dry-run'] !== undefined || parseMonth(first) === null) return null
      return { kind: 'close', month: first }
    case 'operator reset':
      return { kind: 'recovery', email: first }
    case 'plan load':
      return { kind: 'plan' }
    case 'partner erase':
      return { kind: 'erasure' }
    case 'payouts take':
      return { kind: 'payouts', id: Number(first) }
    case 'payouts hand-over':
      return { kind: 'payouts', id: null }
    default:
      return null
  }
}

const isCurrency = (code: string): code is Currency =>
  (CURRENCIES as readonly string[]).includes(code)
