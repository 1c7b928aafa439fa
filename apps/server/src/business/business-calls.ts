import {
  getBalances,
  getCurrentRate,
  getExchangeRate,
  getEvents,
  getFrontendConfig,
  getLegals,
  getRangAll,
  getRangCurrent,
  getTeam,
  getTeamExport,
  getTeamPath,
  getTeamPicture,
  getTurnoverRang,
  getTurnoverRangsAll,
  getUser,
  getUserActivity,
  postLegals,
} from '@partner-office/contracts'

import { accountCalls } from './account-calls.ts'
import { readBalances } from './ledger/read-balances.ts'
import { bonusCalls } from './bonuses/bonus-calls.ts'
import { frontendConfig, type Origins } from './settings/frontend-config.ts'
import type { Core } from '../core/core.ts'
import { readEvents } from './events/events.ts'
import { currentRate } from './rates/read-rates.ts'
import { acceptTerms, readAcceptance } from './legals/legals.ts'
import { payoutCalls } from './payouts/payout-calls.ts'
import { profileCalls } from './profile/profile-calls.ts'
import type { Identities } from './profile/read-profile.ts'
import { rankLadder, rankStatus } from './ranks/read-ranks.ts'
import type { ServePartner, ServePartnerForm } from './serve-partner.ts'
import { reportCalls } from './statements/report-calls.ts'
import { exportTeam } from './team/export-team.ts'
import { teamSources } from './team/team-sources.ts'
import { readTeamPath } from './team/read-team-path.ts'
import { readTeamPicture } from './team/read-team-picture.ts'
import { readTeam } from './team/read-team.ts'
import { readActivity, readUser } from './partners/read-user.ts'

/** The calls of the business service. Source: api.md section 2. */
export function businessCalls(
  { serve, serveForm }: { readonly serve: ServePartner; readonly serveForm: ServePartnerForm },
  core: Core,
  { origins, identities }: { readonly origins: Origins; readonly identities: Identities },
): void {
  const db = core.database.read
  const teams = teamSources(core)
  serve(getFrontendConfig, () => frontendConfig(db, origins))
  profileCalls({ serve, serveForm }, core, { officeOrigin: origins.office, identities })
  serve(getUser, (_input, partnerId) => readUser(core, partnerId))
  serve(getUserActivity, (_input, partnerId) => readActivity(core, partnerId))
  serve(getLegals, ({ params }, partnerId) => readAcceptance(db, partnerId, params.product))
  serve(postLegals, ({ params }, partnerId) => acceptTerms(core, partnerId, params.product))
  serve(getEvents, ({ query }) => readEvents(db, query))
  serve(getTeam, ({ query }, partnerId) => readTeam(teams, partnerId, query))
  serve(getTeamExport, ({ query }, partnerId) => exportTeam(teams, partnerId, query))
  serve(getTeamPath, ({ query }, partnerId) => readTeamPath(teams, partnerId, query))
  serve(getTeamPicture, ({ query }, partnerId) => readTeamPicture(teams, partnerId, query))
  serve(getBalances, ({ query }, partnerId) => readBalances(db, partnerId, query.balances))
  serve(getRangCurrent, (_input, partnerId) => rankStatus(core, partnerId, 'ordinary'))
  serve(getRangAll, (_input, partnerId) => rankLadder(core, partnerId, 'ordinary'))
  serve(getTurnoverRang, (_input, partnerId) => rankStatus(core, partnerId, 'bonus'))
  serve(getTurnoverRangsAll, (_input, partnerId) => rankLadder(core, partnerId, 'bonus'))
  bonusCalls(serve, core, teams.people)
  payoutCalls(serve, core)
  accountCalls({ serve, serveForm }, core)
  reportCalls(serve, core, origins.office)
}

/** The calls of the exchange. Source: api.md section 5. */
export function exchangeCalls(serve: ServePartner, { database: { read: db } }: Core): void {
  serve(getCurrentRate, ({ query }) => currentRate(db, query))
  serve(getExchangeRate, async ({ query: { from, to } }) => {
    const { rate } = await currentRate(db, { from, to, rateType: 'SELL' })
    return { rate }
  })
}
