import type { AlertName } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import type { Condition } from './condition.ts'
import { findVerifyDifference } from './condition-of-verify.ts'
import {
  findBackupOld,
  findClockUntrusted,
  findDiskLow,
  findFiguresDrift,
  findImportUnfinished,
  findMailQueue,
  findStandbyLag,
} from './conditions-of-operation.ts'
import { findPayoutClearing } from './conditions-of-payouts.ts'
import { findRateFeed, findRateMissing, findRateOld } from './conditions-of-rates.ts'
import { findWebhookGivenUp, findWebhookOff } from './conditions-of-webhooks.ts'
import {
  findDisputesLate,
  findFewApprovers,
  findMonthDue,
  findOutsideFourEyes,
  findPayoutsTaken,
  findProposalsExpire,
} from './conditions-of-work.ts'

/** Where the console mends something, or what to run on the server; `{object}` stands for the condition's object. */
type Mend = { readonly kind: 'page' | 'command'; readonly text: string }

type Alert = {
  readonly find: (core: Core) => Promise<readonly Condition[]>
  readonly mend: Mend
  /** It stands until an admin has confirmed to have seen it. */
  readonly isConfirmed?: true
}

const page = (text: string): Mend => ({ kind: 'page', text })
const command = (text: string): Mend => ({ kind: 'command', text })

/** Every alert of the start page: what brings it about, with its sentence and instant, and what mends it. Source: requirements TOD-002, TOD-003. */
export const ALERTS: Readonly<Record<AlertName, Alert>> = {
  figuresDrift: {
    find: findFiguresDrift,
    mend: command('start that process again, then run: office verify'),
  },
  verifyDifference: { find: findVerifyDifference, mend: page('/console/system?job={object}') },
  monthDue: { find: findMonthDue, mend: page('/console/close/{object}') },
  clockUntrusted: {
    find: findClockUntrusted,
    mend: command('timedatectl set-ntp true, on that machine and on that of the database'),
  },
  rateMissing: {
    find: findRateMissing,
    mend: command('office rates set {object} RATE --type SELL'),
  },
  rateOld: { find: findRateOld, mend: command('office rates set {object} RATE --type SELL') },
  rateFeed: {
    find: findRateFeed,
    mend: command('office config set exchangeFeedUrl ADDRESS, or set rates by: office rates set'),
  },
  mailQueue: { find: findMailQueue, mend: command('office doctor, which tries the mail server') },
  diskLow: {
    find: findDiskLow,
    mend: command('du -sh DATA_DIR/*, and make room until 1 GiB is free'),
  },
  backupOld: {
    find: findBackupOld,
    mend: command('office backup FILE each day, or pgBackRest with the timers of deploy/'),
  },
  importUnfinished: {
    find: findImportUnfinished,
    mend: command('make room on the disk; start the process again, which records the rest first'),
  },
  standbyLag: {
    find: findStandbyLag,
    mend: command('patronictl list, then look at disk and network of the standby'),
  },
  outsideFourEyes: { find: findOutsideFourEyes, mend: page('/console/today'), isConfirmed: true },
  proposalsExpire: { find: findProposalsExpire, mend: page('/console/proposals/{object}') },
  payoutsTaken: {
    find: findPayoutsTaken,
    mend: page('/console/payouts?state=taken'),
  },
  payoutClearing: { find: findPayoutClearing, mend: command('office verify') },
  disputesLate: { find: findDisputesLate, mend: page('/console/disputes?state=late') },
  fewApprovers: { find: findFewApprovers, mend: page('/console/operators') },
  webhookOff: { find: findWebhookOff, mend: page('/console/webhooks/{object}') },
  webhookGivenUp: { find: findWebhookGivenUp, mend: page('/console/webhooks/{object}') },
}

/** What mends a condition. */
export const mendOf = (name: AlertName, object: string): Mend => {
  const { kind, text } = ALERTS[name].mend
  return { kind, text: text.replace('{object}', object) }
}
