import { getConfig, getFrontendConfig } from '@partner-office/contracts'
import { type Language, offeredLanguages } from '@partner-office/locales'
import { type Hosts, readJson } from '@partner-office/web'

/** The addresses of the services, and what the operators offer. */
export type Config = {
  readonly hosts: Hosts
  readonly languages: readonly Language[]
  /** Whether the office has its page about the income of partners. */
  readonly hasIncome: boolean
}

const TIMEOUT_MS = 20_000
const SETTINGS_TIMEOUT_MS = 3_000

/**
 * Loads the configuration. If the settings cannot be loaded, all languages are offered.
 *
 * Refuses: with an Error, if the addresses of the services cannot be loaded.
 * Source: requirements STA-001, STA-002; decisions D-001, D-020.
 */
export async function loadConfig(): Promise<Config> {
  const hosts = getConfig.reply.parse(await readJson('/config', within(TIMEOUT_MS)))
  const settings = await readSettings(hosts).catch(() => new Map<string, string>())
  const languages = offeredLanguages(settings.get('languages') ?? '')
  return { hosts, languages, hasIncome: settings.get('disclosure') === 'TRUE' }
}

async function readSettings({ domainBusinessRest }: Hosts): Promise<ReadonlyMap<string, string>> {
  const address = `${domainBusinessRest}${getFrontendConfig.path}`
  const answer = (await readJson(address, within(SETTINGS_TIMEOUT_MS))) as { data?: unknown }
  const properties = getFrontendConfig.reply.parse(answer.data)
  return new Map(properties.map(({ property, propertyValue }) => [property, propertyValue]))
}

const within = (timeoutMs: number) => ({
  cache: 'no-store' as const,
  signal: AbortSignal.timeout(timeoutMs),
})
