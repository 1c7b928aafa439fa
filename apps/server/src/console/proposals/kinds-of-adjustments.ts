import { lookAtAdjustments, postAdjustments } from '../../business/adjustments/post-adjustments.ts'
import {
  lockHold,
  needsSecondForRelease,
  releaseHold,
  releaseLimits,
} from '../../business/adjustments/holds.ts'
import { coinText } from '../../business/bonuses/bonus-texts.ts'
import { within } from '../within.ts'
import type { Kind } from './kind.ts'

/** Adjustments of one cause. Each needs a second operator, also the smallest. Source: D-157, D-158; requirements ADJ-002. */
export const adjustment: Kind<'adjustment'> = {
  proposes: ['support', 'finance'],
  approves: ['finance'],
  command: 'adjustments post',
  look: async ({ core, tx }, { object, values }) => {
    const { preview, basis } = await lookAtAdjustments(core, tx, values)
    return {
      object,
      objectName: object,
      before: {},
      after: values,
      preview,
      basis,
      isNeeded: true,
    }
  },
  run: ({ console, tx, proposalId, reason, decidedBy }, { values }) =>
    postAdjustments(within(console.core, tx), tx, values, { proposalId, reason, by: decidedBy }),
}

/** The release of a hold. Source: D-157; requirements ADJ-012. */
export const holdRelease: Kind<'hold_release'> = {
  proposes: ['finance'],
  approves: ['finance'],
  command: 'holds release',
  look: async ({ core, tx }, { object: id }) => {
    const hold = await lockHold(core, tx, id)
    const { rates, limit } = await releaseLimits(tx)
    const name = `hold ${id} of partner ${hold.partnerId}, ${hold.currency}`
    const coins = coinText(hold.amount, hold.currency)
    return {
      object: String(id),
      objectName: name,
      before: { held: coins },
      after: {},
      preview: [
        { name, before: coins, after: coinText(0n, hold.currency), difference: `-${coins}` },
      ],
      basis: { version: String(hold.version) },
      isNeeded: needsSecondForRelease(rates, limit, hold),
    }
  },
  run: ({ console, tx, decidedBy }, { object: id }) =>
    releaseHold(within(console.core, tx), tx, id, decidedBy),
}
