import type { PreviewRow } from '@partner-office/contracts'

import { erasePartnerIn } from '../../business/partners/erase-partner.ts'
import { type ErasureOutlook, lookAtErasure } from '../../business/partners/erasure-outlook.ts'
import { type Kind, row } from './kind.ts'

/**
 * The erasure of a partner's data. Its preview names nobody: proposals are kept for ever. Balances change every hour, so their amounts
 * are shown, and only which accounts are in use outdates it.
 *
 * Source: D-148, D-157; requirements PTR-013.
 */
export const erasure: Kind<'erasure'> = {
  proposes: ['support', 'admin'],
  approves: ['admin'],
  command: 'partner erase',
  takesAccess: true,
  look: async ({ tx }, { object: partnerId, values }) => {
    const met = await lookAtErasure(tx, partnerId, values)
    const { payouts, accounts } = met
    return {
      object: String(partnerId),
      objectName: `partner ${partnerId}`,
      before: { state: 'KNOWN' },
      after: values,
      preview: [...replaced(met), ...staying(met)],
      basis: Object.fromEntries([
        ...payouts.map(({ id, amount, currency }) => [`payout ${id}`, `${amount} ${currency}`]),
        ...accounts.map(({ account }) => [`balance of ${account}`, 'not 0']),
      ]),
      shown: Object.fromEntries(accounts.map(({ account, amount }) => [account, amount])),
      isNeeded: true,
    }
  },
  run: async ({ core, tx }, { object: partnerId }) => {
    // The files of its tickets go with the next sweep of folders: nothing may be deleted before the commit.
    await erasePartnerIn(core, tx, partnerId)
  },
}

function replaced({ counts }: ErasureOutlook): PreviewRow[] {
  const removed = (name: string, count: number) =>
    count === 0 ? [] : [row(name, String(count), 'removed')]
  return [
    row('name', 'known', 'Erased Partner'),
    row('e-mail, contacts, address, picture', 'known', 'removed'),
    row('account', 'open', 'closed'),
    ...removed('documents', counts.documents),
    ...removed('tickets', counts.tickets),
    ...removed('notes', counts.notes),
    ...removed('open sessions', counts.sessions),
    ...removed('texts of disputes', counts.disputes),
  ]
}

function staying({ counts, payouts, accounts }: ErasureOutlook): PreviewRow[] {
  const stays = (name: string, text: string) => row(name, text, text)
  return [
    stays('orders, which stay', String(counts.orders)),
    stays('transfers of the ledger, which stay', String(counts.transfers)),
    stays('partners of the first line, who stay', String(counts.below)),
    ...payouts.map(({ id, amount, currency }) =>
      stays(`pending payout ${id}, which stays, ${currency}`, amount),
    ),
    ...accounts.map(({ account, amount, currency }) =>
      stays(`balance of ${account}, which stays, ${currency}`, amount),
    ),
  ]
}
