import { getConfig, getFrontendConfig } from '@partner-office/contracts'
import { type Language, offeredLanguages } from '@partner-office/locales'
import { type Hosts, readJson } from '@partner-office/web'

/** Where the services are, and the languages that the operators offer. */
export type Config = { readonly hosts: Hosts; readonly languages: readonly Language[] }

const PATIENCE_MS = 20_000
const LANGUAGES_PATIENCE_MS = 3_000

/**
 * What the pages are configured by. Nobody is kept from signing in because the languages are not known.
 *
 * Refuses: anything that keeps the hosts from being known.
 * Source: requirements STA-001, STA-002; decisions D-001, D-020.
 */
export async function loadConfig(): Promise<Config> {
  const hosts = getConfig.reply.parse(await readJson('/config', within(PATIENCE_MS)))
  const languages = await readLanguages(hosts).catch(() => '')
  return { hosts, languages: offeredLanguages(languages) }
}

async function readLanguages({ domainBusinessRest }: Hosts): Promise<string> {
  const address = `${domainBusinessRest}${getFrontendConfig.path}`
  const answer = (await readJson(address, within(LANGUAGES_PATIENCE_MS))) as { data?: unknown }
  const properties = getFrontendConfig.reply.parse(answer.data)
  return properties.find(({ property }) => property === 'languages')?.propertyValue ?? ''
}

const within = (patienceMs: number): RequestInit => ({
  cache: 'no-store',
  signal: AbortSignal.timeout(patienceMs),
})
