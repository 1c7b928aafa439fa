import type { OFFICE } from '@partner-office/contracts'

import { exportLedger } from './ledger/export-ledger.ts'
import { readBalances } from './ledger/read-balances.ts'
import { exportOwnAdjustments, readOwnAdjustments } from './adjustments/read-own-adjustments.ts'
import { bonusCalls } from './bonuses/bonus-calls.ts'
import { PoolCache } from './bonuses/pool-cache.ts'
import { frontendConfig, type Origins } from './settings/frontend-config.ts'
import type { Core } from '../core/core.ts'
import { readEvents } from './news/events.ts'
import { currentRate } from './rates/read-rates.ts'
import { readLinks } from './links/read-links.ts'
import { acceptTerms, readAcceptance } from './partners/legals.ts'
import { payoutCalls } from './payouts/payout-calls.ts'
import { profileCalls } from './profile/profile-calls.ts'
import type { Identities } from './profile/read-profile.ts'
import { pushCalls } from './push/push-calls.ts'
import { readRankForecast } from './ranks/read-rank-forecast.ts'
import { readRankHistory } from './ranks/read-rank-history.ts'
import { readRankMonths } from './ranks/read-rank-months.ts'
import { RankPasts } from './ranks/rank-past.ts'
import { disputeCalls } from './disputes/dispute-calls.ts'
import { readDisclosure, readDisclosureList } from './disclosure/read-disclosures.ts'
import { rankLadder, rankStatus } from './ranks/read-ranks.ts'
import { statementCalls } from './statements/statement-calls.ts'
import { exportTeam } from './team/export-team.ts'
import { type TeamSources, teamSources } from './team/team-sources.ts'
import { inTurn } from './team/past-team.ts'
import { readPastTeam } from './team/read-past-team.ts'
import { readTeamPath } from './team/read-team-path.ts'
import { readTeamPicture } from './team/read-team-picture.ts'
import { readTeam } from './team/read-team.ts'
import { readActivity, readUser } from './partners/read-user.ts'
import {
  changeNotificationSettings,
  readNotificationSettings,
} from './notifications/notification-settings.ts'
import type { Partner } from './partner.ts'
import { readTickets } from './support/read-tickets.ts'
import { replyToTicket } from './support/reply-to-ticket.ts'
import { sendTicket } from './support/send-ticket.ts'
import type { Handlers } from '../input/handlers.ts'

/** Areas whose calls the service serves in ways of their own. */
type Apart = 'disclosureFiles' | 'linkVisits' | 'news' | 'statementFiles' | 'unsubscribe'

type BusinessCalls = {
  readonly [Area in Exclude<keyof typeof OFFICE, Apart>]: Handlers<(typeof OFFICE)[Area], Partner>
}

/** The calls of the business service, by area. Source: api.md sections 2 and 5. */
export function businessCalls(
  core: Core,
  { origins, identities }: { readonly origins: Origins; readonly identities: Identities },
): BusinessCalls {
  const db = core.database.read
  const teams = teamSources(core)
  const sources = { core, people: teams.people, pools: new PoolCache() }
  const pasts = new RankPasts(core, teams.people)
  return {
    account: {
      getUser: (_input, { partnerId }) => readUser(teams, partnerId),
      getUserActivity: (_input, { partnerId }) => readActivity(core, partnerId),
    },
    adjustments: adjustmentCalls(core),
    balances: {
      getLedgerExport: ({ query }, { partnerId }) => exportLedger(core, partnerId, query),
      getBalances: ({ query }, { partnerId }) => readBalances(db, partnerId, query.balances),
    },
    bonuses: bonusCalls(sources),
    disclosures: {
      getDisclosures: () => readDisclosureList(core.database),
      getDisclosure: ({ params, query }) => readDisclosure(core.database, { ...params, ...query }),
    },
    disputes: disputeCalls({ ...sources, pasts }),
    events: {
      getEvents: ({ query }) => readEvents(db, query),
    },
    frontendConfig: {
      getFrontendConfig: () => frontendConfig(core.database, origins),
    },
    legals: {
      getLegals: ({ params }, { partnerId }) => readAcceptance(core, partnerId, params.product),
      postLegals: ({ params }, { partnerId }) => acceptTerms(core, partnerId, params.product),
    },
    links: {
      getLinks: ({ query }, { partnerId }) => readLinks(core, partnerId, query.months),
    },
    notifications: {
      getNotificationSettings: (_input, { partnerId }) => readNotificationSettings(db, partnerId),
      putNotificationSettings: ({ body }, { partnerId }) =>
        changeNotificationSettings(core, partnerId, body),
    },
    payouts: payoutCalls(core),
    push: pushCalls(core),
    profile: profileCalls({ core, people: teams.people, identities }, origins.office),
    ranks: rankCalls(teams, pasts),
    rates: {
      getCurrentRate: ({ query }) => currentRate(core.database, query),
      getExchangeRate: async ({ query: { from, to } }) => {
        const { rate } = await currentRate(core.database, { from, to, rateType: 'SELL' })
        return { rate }
      },
    },
    statements: statementCalls(core, origins.office),
    support: supportCalls(core),
    team: teamCalls(teams),
  }
}

const adjustmentCalls = (core: Core): BusinessCalls['adjustments'] => ({
  getOwnAdjustments: ({ query }, { partnerId }) => readOwnAdjustments(core, partnerId, query),
  getOwnAdjustmentsExport: ({ query }, { partnerId }) =>
    exportOwnAdjustments(core, partnerId, query),
})

const teamCalls = (teams: TeamSources): BusinessCalls['team'] => ({
  getTeam: ({ query }, { partnerId }) => readTeam(teams, partnerId, query),
  getTeamExport: ({ query }, { partnerId }) => exportTeam(teams, partnerId, query),
  getPastTeam: ({ query }, { partnerId }) => inTurn(() => readPastTeam(teams, partnerId, query)),
  getTeamPath: ({ query }, { partnerId }) => readTeamPath(teams, partnerId, query),
  getTeamPicture: ({ query }, { partnerId }) => readTeamPicture(teams, partnerId, query),
})

const supportCalls = (core: Core): BusinessCalls['support'] => ({
  postTicket: ({ parts }, { partnerId }) => sendTicket(core, partnerId, parts),
  getTickets: (_input, { partnerId }) => readTickets(core.database.read, partnerId),
  postTicketReply: ({ params: { id }, body: { text } }, { partnerId }) =>
    replyToTicket(core, partnerId, { id, text }),
})

const rankCalls = (teams: TeamSources, pasts: RankPasts): BusinessCalls['ranks'] => ({
  getRangCurrent: (_input, { partnerId }) => rankStatus(teams, partnerId, 'ordinary'),
  getRangAll: (_input, { partnerId }) => rankLadder(teams, partnerId, 'ordinary'),
  getTurnoverRang: (_input, { partnerId }) => rankStatus(teams, partnerId, 'bonus'),
  getTurnoverRangsAll: (_input, { partnerId }) => rankLadder(teams, partnerId, 'bonus'),
  getRangHistory: (_input, { partnerId }) => readRankHistory(pasts, partnerId),
  getRangMonths: (_input, { partnerId }) => readRankMonths(pasts, partnerId),
  getRangForecast: (_input, { partnerId }) => readRankForecast(pasts, partnerId),
})
