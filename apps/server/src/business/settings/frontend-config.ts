import type { CallReply, getFrontendConfig } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Database } from '../../db/database.ts'
import { LIST_KEY, listSettings } from './read-settings.ts'

/** Origins of the process. */
export type Origins = { readonly office: string; readonly passport: string }

/** The hosts as they follow from the environment, where an operator has set none. Source: D-103, D-108, D-113. */
export const defaultDomains = ({ office, passport }: Origins) => ({
  domainPassport: passport,
  domainBusinessRest: office,
  domainCdn: `${office}/cdn`,
  domainBlog: `${office}/blog`,
  domainTranslations: `${office}/translations`,
})

/**
 * Every property the screens are configured by, defaults included.
 *
 * Refuses: `config_not_found`, when there is none.
 * Source: api.md section 2; decisions D-020.
 */
export async function frontendConfig(
  { recent, read }: Pick<Database, 'recent' | 'read'>,
  origins: Origins,
): Promise<CallReply<typeof getFrontendConfig>> {
  const domains: Readonly<Record<string, string>> = defaultDomains(origins)
  const settings = await recent.lastKnown(LIST_KEY, () => listSettings(read))
  const properties = settings
    .filter(({ audience }) => audience === 'frontend')
    .map(({ name, value }) => ({
      property: name,
      propertyValue: value === '' ? (domains[name] ?? '') : value,
    }))
  if (properties.length === 0) throw new Refusal('config_not_found')
  return properties
}
