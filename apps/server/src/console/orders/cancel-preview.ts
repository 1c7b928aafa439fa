import type { CancelPreview } from '@partner-office/contracts'

import { coinText } from '../../business/bonuses/bonus-texts.ts'
import { reachedRanks } from '../../business/orders/effect/reached-ranks.ts'
import { holdTakenBack, type TakenBack } from '../../business/orders/effect/taken-back.ts'
import { type PartnerNames, readNames } from '../../business/partners/named-partners.ts'
import { readSetting } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import type { Session } from '../console.ts'
import { cancelOutlook, eurText } from '../proposals/order-cancel.ts'
import { countApprovers } from '../proposals/propose.ts'
import { isFourEyes } from '../proposals/four-eyes.ts'
import { fingerprintOfPreview } from '../proposals/stored-proposals.ts'

/** Reads what cancelling an order would do. Refuses: as `holdTakenBack`. Source: requirements ORC-005. */
export function previewCancel(
  core: Core,
  orderId: number,
  session: Session,
): Promise<CancelPreview> {
  return core.database.transaction(async (tx) => {
    const taken = await holdTakenBack(core, tx, orderId)
    const outlook = await cancelOutlook(tx, taken)
    const names = await readNames(tx, peopleOf(taken))
    return {
      ...previewOf(taken, names),
      basis: fingerprintOfPreview(outlook),
      limit: await readSetting(tx, 'fourEyesCancelEur'),
      isNeeded: outlook.isNeeded && (await isFourEyes(tx)),
      approvers: await countApprovers(tx, 'order_cancel', session),
    }
  })
}

const peopleOf = ({ records, negative, reaches }: TakenBack): number[] =>
  [...records, ...negative, ...reaches].map(({ partnerId }) => partnerId)

type Shown = Omit<CancelPreview, 'basis' | 'limit' | 'isNeeded' | 'approvers'>

function previewOf(taken: TakenBack, names: PartnerNames): Shown {
  const { records, sums, eur, negative, until, without, reaches, versions } = taken
  return {
    records: records.map(({ id, partnerId, type, level, currency, amount }) => ({
      id,
      partner: names(partnerId),
      type,
      level,
      currency,
      amount: coinText(BigInt(amount), currency),
    })),
    partners: new Set(records.map(({ partnerId }) => partnerId)).size,
    sums: [...sums],
    eur: eurText(eur),
    negative: negative.map(({ partnerId, account, currency, before, after }) => ({
      partner: names(partnerId),
      account,
      currency,
      before: coinText(before, currency),
      after: coinText(after, currency),
    })),
    activity: { before: until, after: without },
    stays: {
      ranks: reachedRanks(versions, reaches, { records: taken.rankRecords, names }),
      programmes: [...taken.programmes],
      shares: [...taken.shares],
    },
  }
}
