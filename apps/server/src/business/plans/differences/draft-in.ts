import { parseExactJson, withDecimalsAsText } from '@partner-office/contracts'
import { type Plan, Refusal } from '@partner-office/domain'

import { checkedPlan } from '../../settings/load-plan.ts'

/** The plan in the bytes of a draft. Refuses: `validation_error`, what is no JSON or no plan, with every problem. */
export const draftIn = (document: string): Plan => checkedPlan(withDecimalsAsText(parsed(document)))

function parsed(document: string): unknown {
  try {
    return parseExactJson(document)
  } catch (error) {
    throw new Refusal('validation_error', { field: 'draftId', reason: (error as Error).message })
  }
}
