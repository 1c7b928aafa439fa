import {
  getAdjustment,
  getAdjustments,
  getBatches,
  getConsoleRates,
  getConsoleDispute,
  getConsoleDisputes,
  getDisputeFigures,
  getHolds,
  getOperators,
  getOrder,
  getOrderEffect,
  getOrderMonth,
  getOrders,
  getPartner,
  getPartners,
  getOrderTransfers,
  getPayoutRoutes,
  getPayoutTotals,
  getPeriod,
  getPeriods,
  getPlanDraft,
  getPlanDrafts,
  getPlanVersions,
  getProposals,
  getQueue,
  getQueuedPayout,
  getSettingHistory,
  getSettings,
  type Proposal,
} from '@partner-office/contracts'
import { useToast } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../lib/console.ts'
import { readFacts } from '../lib/read-facts.ts'

/** What acts of proposals may have changed. */
const CHANGED = [
  getPartner,
  getPartners,
  getOperators,
  getProposals,
  getSettings,
  getSettingHistory,
  getConsoleRates,
  getAdjustments,
  getAdjustment,
  getHolds,
  getConsoleDispute,
  getConsoleDisputes,
  getDisputeFigures,
  getOrders,
  getOrder,
  getOrderEffect,
  getOrderMonth,
  getOrderTransfers,
  getQueue,
  getQueuedPayout,
  getPayoutRoutes,
  getPayoutTotals,
  getBatches,
  getPeriod,
  getPeriods,
  getPlanDraft,
  getPlanDrafts,
  getPlanVersions,
]

/** What follows a proposal: it is said what became of it, and what it may have changed is read anew. */
export function useProposed(onClose: () => void): (proposal: Proposal) => void {
  const { t } = useTranslation()
  const { api, session } = useConsole()
  const toast = useToast()
  const queries = useQueryClient()
  return ({ state, objectName }) => {
    toast.success({ title: t(`proposals.done.${state}`), text: objectName })
    void readFacts({ api, session })
    for (const { path } of CHANGED) void queries.invalidateQueries({ queryKey: [path] })
    onClose()
  }
}
