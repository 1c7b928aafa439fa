import {
  getAdjustments,
  getAudit,
  getConsoleDisputes,
  getDataRequests,
  getDocuments,
  getEndpoints,
  getExports,
  getImports,
  getInbox,
  getIntegrity,
  getOperators,
  getOrders,
  getPeriods,
  getPartners,
  getPlanVersions,
  getProcesses,
  getProposals,
  getQueue,
  getSettings,
  getToday,
  getTree,
  type Role,
  type Waiting,
} from '@partner-office/contracts'
import type { IconName } from '@partner-office/ui'
import type { ParseKeys } from 'i18next'

import { PATHS } from '../paths.ts'

/** A page in the menu. */
export type MenuPage = {
  readonly to: (typeof PATHS)[keyof typeof PATHS]
  readonly text: ParseKeys
  readonly icon: IconName
  /** The second key after G. */
  readonly key: string
  /** The roles that may read the page. */
  readonly roles: readonly Role[]
  /** Kinds of waiting work that the page lists. */
  readonly waiting?: readonly Waiting['kind'][]
}

type MenuGroup = { readonly title: ParseKeys; readonly pages: readonly MenuPage[] }

/** The pages of the menu, in their order. A page without any right is not shown. */
export const MENU: readonly MenuGroup[] = [
  {
    title: 'menu.decide',
    pages: [
      {
        to: PATHS.today,
        text: 'menu.today',
        icon: 'dashboard',
        key: 't',
        roles: getToday.roles,
      },
      {
        to: PATHS.payouts,
        text: 'menu.payouts',
        icon: 'wallet',
        key: 'p',
        roles: getQueue.roles,
        waiting: ['payoutsToTake', 'payoutsTaken'],
      },
      {
        to: PATHS.months,
        text: 'menu.months',
        icon: 'calendar',
        key: 'm',
        roles: getPeriods.roles,
        waiting: ['monthsDue'],
      },
      {
        to: PATHS.proposals,
        text: 'menu.proposals',
        icon: 'approval',
        key: 'a',
        roles: getProposals.roles,
      },
      {
        to: PATHS.documents,
        text: 'menu.documents',
        icon: 'eye',
        key: 'u',
        roles: getDocuments.roles,
        waiting: ['documents'],
      },
      {
        to: PATHS.inbox,
        text: 'menu.inbox',
        icon: 'mail',
        key: 'i',
        roles: getInbox.roles,
        waiting: ['tickets'],
      },
      {
        to: PATHS.dataRequests,
        text: 'menu.dataRequests',
        icon: 'shield',
        key: 'y',
        roles: getDataRequests.roles,
        waiting: ['dataRequests'],
      },
    ],
  },
  {
    title: 'menu.money',
    pages: [
      {
        to: PATHS.adjustments,
        text: 'menu.adjustments',
        icon: 'wallet',
        key: 'j',
        roles: getAdjustments.roles,
      },
      {
        to: PATHS.disputes,
        text: 'menu.disputes',
        icon: 'help',
        key: 'q',
        roles: getConsoleDisputes.roles,
        waiting: ['disputes'],
      },
    ],
  },
  {
    title: 'menu.lookUp',
    pages: [
      {
        to: PATHS.partners,
        text: 'menu.partners',
        icon: 'team',
        key: 'r',
        roles: getPartners.roles,
      },
      { to: PATHS.tree, text: 'menu.tree', icon: 'list', key: 'b', roles: getTree.roles },
      { to: PATHS.orders, text: 'menu.orders', icon: 'copy', key: 'd', roles: getOrders.roles },
      {
        to: PATHS.imports,
        text: 'menu.imports',
        icon: 'upload',
        key: 'g',
        roles: getImports.roles,
      },
    ],
  },
  {
    title: 'menu.proof',
    pages: [
      {
        to: PATHS.plan,
        text: 'menu.plan',
        icon: 'file',
        key: 'v',
        roles: getPlanVersions.roles,
      },
      { to: PATHS.audit, text: 'menu.audit', icon: 'shield', key: 'l', roles: getAudit.roles },
      {
        to: PATHS.integrity,
        text: 'menu.integrity',
        icon: 'link',
        key: 'h',
        roles: getIntegrity.roles,
      },
    ],
  },
  {
    title: 'menu.installation',
    pages: [
      {
        to: PATHS.operators,
        text: 'menu.operators',
        icon: 'team',
        key: 'o',
        roles: getOperators.roles,
      },
      {
        to: PATHS.config,
        text: 'menu.config',
        icon: 'filters',
        key: 'c',
        roles: getSettings.roles,
      },
      {
        to: PATHS.exports,
        text: 'menu.exports',
        icon: 'download',
        key: 'e',
        roles: getExports.roles,
      },
      {
        to: PATHS.webhooks,
        text: 'menu.webhooks',
        icon: 'send',
        key: 'w',
        roles: getEndpoints.roles,
      },
      {
        to: PATHS.system,
        text: 'menu.system',
        icon: 'layers',
        key: 's',
        roles: getProcesses.roles,
      },
    ],
  },
]
