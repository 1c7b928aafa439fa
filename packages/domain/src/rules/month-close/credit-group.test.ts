import { expect, test } from 'vitest'

import type { AccountCurrency } from '../../currency.ts'
import { fraction } from '../../fraction.ts'
import type { EurCents } from '../../money.ts'
import { addGroups, type CreditGroup } from './credit-group.ts'
import type { Derivation } from './derivation.ts'
import type { RecordDraft } from './record-draft.ts'

/** The group of one partner, whom the programme credits this number of coins in a currency. */
const group = (currency: AccountCurrency, coins: string, row: number): CreditGroup => ({
  derivation: {
    type: 'LIFESTYLE',
    planVersion: 1,
    value: { kind: 'coins', target: 0n as EurCents, coins: fraction(coins) },
    share: { currency, share: fraction('1') },
    rate: null,
  },
  rows: [row],
  sources: null,
})

test('groups stand by currency, then by amount, then in their order', () => {
  const added: string[] = []
  const draft = {
    addAll: ({ share }: Derivation, [row]: readonly number[]) =>
      added.push(`${share.currency} ${row}`),
  } as unknown as RecordDraft
  addGroups(draft, [
    group('UPT', '1', 1),
    group('UCN', '10', 2),
    group('UPT', '2', 3),
    group('UCN', '9', 4),
    group('UCN', '10', 5),
  ])
  expect(added).toEqual(['UCN 4', 'UCN 2', 'UCN 5', 'UPT 1', 'UPT 3'])
})
