import type { CallReply, getConfig } from '@partner-office/contracts'

import { defaultDomains, type Origins } from '../business/config/frontend-config.ts'
import { readSetting } from '../business/settings/read-settings.ts'
import type { Db } from '../db/database.ts'

type AppConfig = CallReply<typeof getConfig>

/** What a client of OAuth shows for itself. */
type Client = { readonly id: string; readonly secret: string }

/**
 * Where the services are, as the operators set it or as it follows from the environment.
 *
 * Source: api.md section 1; decisions D-020, D-021.
 */
export async function appConfig(
  db: Db,
  origins: Origins,
  clientOf: (product: string) => Client,
): Promise<AppConfig> {
  const byDefault = defaultDomains(origins)
  const domain = async (name: keyof typeof byDefault): Promise<string> =>
    (await readSetting(db, name)) || byDefault[name]
  const product = await readSetting(db, 'product')
  const domainPassport = await domain('domainPassport')
  const domainBusinessRest = await domain('domainBusinessRest')
  const client = clientOf(product)
  return {
    product,
    domainPassport,
    domainBusinessRest,
    domainCdn: await domain('domainCdn'),
    domainExchange: domainBusinessRest,
    domainOauth: domainPassport,
    domainBlog: await domain('domainBlog'),
    domainTranslations: await domain('domainTranslations'),
    oauthClientId: client.id,
    oauthClientSecret: client.secret,
  }
}

/** The hosts that the pages call. */
export const hostsOf = (config: AppConfig): readonly string[] =>
  Object.entries(config).flatMap(([name, value]) => (name.startsWith('domain') ? [value] : []))
