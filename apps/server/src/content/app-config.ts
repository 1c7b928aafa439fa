import type { CallReply, getConfig } from '@partner-office/contracts'

import { defaultDomains, type Origins } from '../business/settings/frontend-config.ts'
import { recentSettings } from '../business/settings/read-settings.ts'
import type { Database } from '../db/database.ts'

type AppConfig = CallReply<typeof getConfig>

/** Credentials of an OAuth client. */
type Client = { readonly id: string; readonly secret: string }

/**
 * Addresses of the services, from the settings or else from the environment.
 *
 * Source: api.md section 1; decisions D-020, D-021.
 */
export async function appConfig(
  database: Pick<Database, 'recent' | 'read'>,
  origins: Origins,
  clientOf: (product: string) => Client,
): Promise<AppConfig> {
  const byDefault = defaultDomains(origins)
  const { product, ...set } = await recentSettings(database)
  const domainPassport = set.domainPassport || byDefault.domainPassport
  const domainBusinessRest = set.domainBusinessRest || byDefault.domainBusinessRest
  const client = clientOf(product)
  return {
    product,
    domainPassport,
    domainBusinessRest,
    domainCdn: set.domainCdn || byDefault.domainCdn,
    domainExchange: domainBusinessRest,
    domainOauth: domainPassport,
    domainBlog: set.domainBlog || byDefault.domainBlog,
    domainTranslations: set.domainTranslations || byDefault.domainTranslations,
    oauthClientId: client.id,
    oauthClientSecret: client.secret,
  }
}

/** The hosts that the pages call. */
export const hostsOf = (config: Omit<AppConfig, 'product'>): readonly string[] =>
  Object.entries(config).flatMap(([name, value]) => (name.startsWith('domain') ? [value] : []))
