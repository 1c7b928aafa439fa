import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { tableFiles } from '../schema-files.ts'
import { ordersAsRows } from './0044-orders-as-rows.ts'
import { leaderEpochs } from './0045-leader-epochs.ts'
import { filesOfTickets } from './0046-files-of-tickets.ts'
import { quarantines } from './0047-quarantines.ts'
import { consoleTables } from './0048-console.ts'
import { consoleConfiguration } from './0049-console-configuration.ts'
import { consoleJobs } from './0050-console-jobs.ts'
import { sharedByProcesses } from './0051-shared-by-processes.ts'
import { linkVisits } from './0052-link-visits.ts'
import { webhooks } from './0056-webhooks.ts'
import { payoutDesk } from './0057-payout-desk.ts'
import { ordersOfTheConsole } from './0059-orders-of-the-console.ts'
import { adjustments } from './0060-adjustments.ts'
import { disclosures } from './0061-disclosures.ts'
import { disputes } from './0062-disputes.ts'
import { closeCockpit } from './0063-close-cockpit.ts'
import { pushMessages } from './0064-push-messages.ts'
import { partnersOfTheConsole } from './0065-partners-of-the-console.ts'
import { consoleImports } from './0066-console-imports.ts'
import { documentsAndInbox } from './0067-documents-and-inbox.ts'
import { plansOfTheConsole } from './0068-plans-of-the-console.ts'
import { planDifferences } from './0069-plan-differences.ts'
import { notesOfPartners } from './0070-notes-of-partners.ts'
import { viewsOfOperators } from './0071-views-of-operators.ts'
import { inboxOfDisputes } from './0072-inbox-of-disputes.ts'
import { notesOfTickets } from './0073-notes-of-tickets.ts'

/** The last migration of the chain that the files of `tables` have replaced: what they create is what it left. */
export const BASELINE = '0043-transactions-and-notes'

/** The last version with that chain: it brings an older database to the baseline. */
export const UPGRADING_VERSION = '0.2.0'

/**
 * The last migration of the version before, which works on the schema of this one: steps of tables only add until `office upgrade
 * finish`. A release sets it to what the release before it ended with.
 */
export const FORMER = '0043-transactions-and-notes'

const baseline: Migration = {
  async up(db) {
    for (const { text } of tableFiles()) await sql.raw(text).execute(db)
  },
}

/**
 * Every step of the tables, oldest first. A released step is never edited; a change is a new step. Functions and triggers
 * need none: `apply-functions.ts` runs their files when they change.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  [BASELINE]: baseline,
  '0044-orders-as-rows': ordersAsRows,
  '0045-leader-epochs': leaderEpochs,
  '0046-files-of-tickets': filesOfTickets,
  '0047-quarantines': quarantines,
  '0048-console': consoleTables,
  '0049-console-configuration': consoleConfiguration,
  '0050-console-jobs': consoleJobs,
  '0051-shared-by-processes': sharedByProcesses,
  '0052-link-visits': linkVisits,
  '0056-webhooks': webhooks,
  '0057-payout-desk': payoutDesk,
  '0059-orders-of-the-console': ordersOfTheConsole,
  '0060-adjustments': adjustments,
  '0061-disclosures': disclosures,
  '0062-disputes': disputes,
  '0063-close-cockpit': closeCockpit,
  '0064-push-messages': pushMessages,
  '0065-partners-of-the-console': partnersOfTheConsole,
  '0066-console-imports': consoleImports,
  '0067-documents-and-inbox': documentsAndInbox,
  '0068-plans-of-the-console': plansOfTheConsole,
  '0069-plan-differences': planDifferences,
  '0070-notes-of-partners': notesOfPartners,
  '0071-views-of-operators': viewsOfOperators,
  '0072-inbox-of-disputes': inboxOfDisputes,
  '0073-notes-of-tickets': notesOfTickets,
}
