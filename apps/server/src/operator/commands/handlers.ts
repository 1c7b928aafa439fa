import { BACKUPS_REPORT } from '../../core/backups.ts'
import type { CommandName } from '../command-table.ts'
import { auditList } from './audit-commands.ts'
import { backupsReport } from './backup-commands.ts'
import {
  backup,
  demo,
  demoCode,
  exportFile,
  importOrdersFile,
  importPartnersFile,
  restore,
  verify,
} from './data-commands.ts'
import { doctor } from './doctor-commands.ts'
import { filesList, filesPut, filesRemove } from './file-commands.ts'
import type { Handler } from './handler.ts'
import { keysExport, keysRenew, keysRestore } from './key-commands.ts'
import { languagesCheck } from './language-commands.ts'
import { newsAdd } from './news-commands.ts'
import {
  operatorAdd,
  operatorList,
  operatorLock,
  operatorRemove,
  operatorReset,
  operatorRoles,
  operatorUnlock,
} from './operator-commands.ts'
import { cancel } from './order-commands.ts'
import { close, recompute } from './period-commands.ts'
import {
  partnerBlock,
  partnerErase,
  partnerExport,
  partnerPublicPage,
  partnerRequests,
  partnerResetTwoFactor,
  partnerUnblock,
  partnerUnlock,
} from './partner-commands.ts'
import {
  payoutsApprove,
  payoutsHandOver,
  payoutsList,
  payoutsReject,
  payoutsSettle,
  payoutsTake,
  payoutsUnlock,
} from './payout-commands.ts'
import { planCheck, planLoad, planShow } from './plan-commands.ts'
import { disclosureMake } from './disclosure-commands.ts'
import { statementsKeys, statementsMake, statementsRotate } from './statement-commands.ts'
import { ratesList, ratesSet } from './rate-commands.ts'
import { restoredAccept, restoredShow } from './restored-commands.ts'
import {
  verificationsApprove,
  verificationsList,
  verificationsReject,
  verificationsShow,
} from './verification-commands.ts'
import { upgradeFinish } from './upgrade-commands.ts'
import { walletsApprove } from './wallet-commands.ts'
import { configList, configSet, configUnset } from './setting-commands.ts'
import { ticketsList, ticketsShow } from './ticket-commands.ts'

/** What each command does. */
export const HANDLERS: Readonly<Record<CommandName, Handler>> = {
  'demo code': demoCode,
  demo,
  'import partners': importPartnersFile,
  'import orders': importOrdersFile,
  'cancel order': cancel,
  close,
  recompute,
  export: exportFile,
  'rates set': ratesSet,
  'rates list': ratesList,
  'plan show': planShow,
  'plan check': planCheck,
  'plan load': planLoad,
  'config list': configList,
  'config set': configSet,
  'config unset': configUnset,
  'languages check': languagesCheck,
  'news add': newsAdd,
  'files put': filesPut,
  'files remove': filesRemove,
  'files list': filesList,
  'partner block': partnerBlock,
  'partner unblock': partnerUnblock,
  'partner unlock': partnerUnlock,
  'partner public-page': partnerPublicPage,
  'partner reset-2fa': partnerResetTwoFactor,
  'partner requests': partnerRequests,
  'partner export': partnerExport,
  'partner erase': partnerErase,
  'operator add': operatorAdd,
  'operator list': operatorList,
  'operator roles': operatorRoles,
  'operator lock': operatorLock,
  'operator unlock': operatorUnlock,
  'operator reset': operatorReset,
  'operator remove': operatorRemove,
  'payouts list': payoutsList,
  'payouts take': payoutsTake,
  'payouts approve': payoutsApprove,
  'payouts reject': payoutsReject,
  'payouts unlock': payoutsUnlock,
  'payouts hand-over': payoutsHandOver,
  'payouts settle': payoutsSettle,
  'verifications list': verificationsList,
  'verifications show': verificationsShow,
  'verifications approve': verificationsApprove,
  'verifications reject': verificationsReject,
  'tickets list': ticketsList,
  'tickets show': ticketsShow,
  'disclosure make': disclosureMake,
  'reports make': statementsMake,
  'reports keys': statementsKeys,
  'reports rotate-key': statementsRotate,
  'wallets approve': walletsApprove,
  verify,
  [BACKUPS_REPORT]: backupsReport,
  backup,
  restore,
  'restored show': restoredShow,
  'restored accept': restoredAccept,
  'upgrade finish': upgradeFinish,
  doctor,
  'keys export': keysExport,
  'keys restore': keysRestore,
  'keys renew': keysRenew,
  'audit list': auditList,
}
