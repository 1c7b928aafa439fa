import { Api } from '@partner-office/web'

import type { Config } from '../../lib/configuration/config.ts'
import { type CountVisit, visitCounter } from '../../lib/referral/count-visit.ts'
import { inviterReader, type ReadInviter } from '../../lib/referral/inviter.ts'
import { loadConfig } from '../../lib/configuration/load-config.ts'

/** What a public page asks services for. */
export type LandingServices = {
  readonly config: Config
  readonly readInviter: ReadInviter
  readonly countVisit: CountVisit
}

/** The public pages call nothing that could end a session, and show failures in place. */
const UNREPORTED = { failedGlobally: () => {}, serverFailed: () => {} }

/**
 * Loads the configuration and opens the services that it names.
 *
 * Refuses: `ConfigMissing`.
 */
export async function openServices(): Promise<LandingServices> {
  const config = await loadConfig()
  const api = new Api(config.hosts, () => null, UNREPORTED)
  return { config, readInviter: inviterReader(api), countVisit: visitCounter(api) }
}
