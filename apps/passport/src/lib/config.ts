import { getConfig, getFrontendConfig } from '@partner-office/contracts'
import { type Language, offeredLanguages } from '@partner-office/locales'
import { type Hosts, readJson } from '@partner-office/web'

/** The addresses of the services, and the languages that the operators offer. */
export type Config = { readonly hosts: Hosts; readonly languages: readonly Language[] }

const TIMEOUT_MS = 20_000
const LANGUAGES_TIMEOUT_MS = 3_000

/**
 * Loads the configuration. If the languages cannot be loaded, all languages are offered.
 *
 * Refuses: with an Error, if the addresses of the services cannot be loaded.
 * Source: requirements STA-001, STA-002; decisions D-001, D-020.
 */
export async function loadConfig(): Promise<Config> {
  const hosts = getConfig.reply.parse(await readJson('/config', within(TIMEOUT_MS)))
  const languages = await readLanguages(hosts).catch(() => '')
  return { hosts, languages: offeredLanguages(languages) }
}

async function readLanguages({ domainBusinessRest }: Hosts): Promise<string> {
  const address = `${domainBusinessRest}${getFrontendConfig.path}`
  const answer = (await readJson(address, within(LANGUAGES_TIMEOUT_MS))) as { data?: unknown }
  const properties = getFrontendConfig.reply.parse(answer.data)
  return properties.find(({ property }) => property === 'languages')?.propertyValue ?? ''
}

const within = (timeoutMs: number) => ({
  cache: 'no-store' as const,
  signal: AbortSignal.timeout(timeoutMs),
})
