import type { Migration } from 'kysely/migration'

import { bonusesAndRanks } from './0004-bonuses-and-ranks.ts'
import { factsOfPartnersAndOrders } from './0001-facts-of-partners-and-orders.ts'
import { bulkTransfersFromColumns } from './0010-bulk-transfers-from-columns.ts'
import { bulkTransfersInOnePass } from './0013-bulk-transfers-in-one-pass.ts'
import { closedMonths } from './0012-closed-months.ts'
import { monthlyStatements } from './0022-statements.ts'
import { heardByEveryProcess } from './0011-heard-by-every-process.ts'
import { ledger } from './0003-ledger.ts'
import { ledgerInFewerSteps } from './0009-ledger-in-fewer-steps.ts'
import { ticketConfirmations } from './0025-ticket-confirmations.ts'
import { notificationMails } from './0023-notification-mails.ts'
import { events } from './0021-events.ts'
import { newsPosts } from './0017-news-posts.ts'
import { passportAccountsAndAudit } from './0005-passport-accounts-and-audit.ts'
import { passportMailAndDevices } from './0008-passport-mail-and-devices.ts'
import { passportSessions } from './0006-passport-sessions.ts'
import { profilesAndLegals } from './0007-profiles-and-legals.ts'
import { ratesConfirmedByAFeed } from './0014-rates-confirmed-by-a-feed.ts'
import { payouts } from './0015-payouts.ts'
import { pictures } from './0016-pictures.ts'
import { verificationDocuments } from './0018-verification-documents.ts'
import { ticketsAndNotificationSettings } from './0019-tickets-and-notification-settings.ts'
import { passportSecurity } from './0020-passport-security.ts'
import { resetsSideBySide } from './0024-resets-side-by-side.ts'
import { sealedHistory } from './0026-sealed-history.ts'
import { passkeys } from './0027-passkeys.ts'
import { identityToProveAgain } from './0028-identity-to-prove-again.ts'
import { referencesByStatement } from './0029-references-by-statement.ts'
import { accessAnnounced } from './0030-access-announced.ts'
import { blocksAndSettingsAnnounced } from './0031-blocks-and-settings-announced.ts'
import { registrations } from './0032-registrations.ts'
import { fewerRowChecks } from './0033-fewer-row-checks.ts'
import { termsAnnounced } from './0034-terms-announced.ts'
import { auditEntriesTogether } from './0035-audit-entries-together.ts'
import { payoutsWrittenTogether } from './0036-payouts-written-together.ts'
import { stagedOrders } from './0037-staged-orders.ts'
import { turnsOfOrders } from './0038-turns-of-orders.ts'
import { inviteCodesInAnyCase } from './0042-invite-codes-in-any-case.ts'
import { accessJournaled } from './0040-access-journaled.ts'
import { transactionsAndNotes } from './0043-transactions-and-notes.ts'
import { plansRatesAndSettings } from './0002-plans-rates-and-settings.ts'

/** Every step of the schema, oldest first. A released step is never edited; a change is a new step. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-facts-of-partners-and-orders': factsOfPartnersAndOrders,
  '0002-plans-rates-and-settings': plansRatesAndSettings,
  '0003-ledger': ledger,
  '0004-bonuses-and-ranks': bonusesAndRanks,
  '0005-passport-accounts-and-audit': passportAccountsAndAudit,
  '0006-passport-sessions': passportSessions,
  '0007-profiles-and-legals': profilesAndLegals,
  '0008-passport-mail-and-devices': passportMailAndDevices,
  '0009-ledger-in-fewer-steps': ledgerInFewerSteps,
  '0010-bulk-transfers-from-columns': bulkTransfersFromColumns,
  '0011-heard-by-every-process': heardByEveryProcess,
  '0012-closed-months': closedMonths,
  '0013-bulk-transfers-in-one-pass': bulkTransfersInOnePass,
  '0014-rates-confirmed-by-a-feed': ratesConfirmedByAFeed,
  '0015-payouts': payouts,
  '0016-pictures': pictures,
  '0017-news-posts': newsPosts,
  '0018-verification-documents': verificationDocuments,
  '0019-tickets-and-notification-settings': ticketsAndNotificationSettings,
  '0020-passport-security': passportSecurity,
  '0021-events': events,
  '0022-statements': monthlyStatements,
  '0023-notification-mails': notificationMails,
  '0024-resets-side-by-side': resetsSideBySide,
  '0025-ticket-confirmations': ticketConfirmations,
  '0026-sealed-history': sealedHistory,
  '0027-passkeys': passkeys,
  '0028-identity-to-prove-again': identityToProveAgain,
  '0029-references-by-statement': referencesByStatement,
  '0030-access-announced': accessAnnounced,
  '0031-blocks-and-settings-announced': blocksAndSettingsAnnounced,
  '0032-registrations': registrations,
  '0033-fewer-row-checks': fewerRowChecks,
  '0034-terms-announced': termsAnnounced,
  '0035-audit-entries-together': auditEntriesTogether,
  '0036-payouts-written-together': payoutsWrittenTogether,
  '0037-staged-orders': stagedOrders,
  '0038-turns-of-orders': turnsOfOrders,
  '0040-access-journaled': accessJournaled,
  '0042-invite-codes-in-any-case': inviteCodesInAnyCase,
  '0043-transactions-and-notes': transactionsAndNotes,
}
