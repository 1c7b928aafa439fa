import type { Core } from '../../core/core.ts'
import { PartnerBook } from '../partners/partner-book.ts'
import { TeamMembers } from './team-members.ts'

/** What the team calls read from; both caches are shared by all callers. */
export type TeamSources = {
  readonly core: Core
  readonly people: PartnerBook
  readonly members: TeamMembers
}

/** Opens the caches of the team calls. */
export function teamSources(core: Core): TeamSources {
  const people = new PartnerBook(core)
  return { core, people, members: new TeamMembers(people, core.network) }
}
