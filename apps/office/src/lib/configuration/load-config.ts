import { configuredJson, getConfig, getFrontendConfig } from '@partner-office/contracts'
import { bearer, readJson } from '@partner-office/web'

import { Config } from './config.ts'
import { cookiesOf } from '../session/view.ts'

const TIMEOUT_MS = 20_000

/** The configuration could not be read; the product cannot start. Source: requirements STA-002, ERR-024. */
export class ConfigMissing extends Error {
  constructor() {
    super('config_not_found')
  }
}

/**
 * Loads both configurations: the first holds the address of the second.
 *
 * Refuses: `ConfigMissing`, for any failure.
 * Source: requirements STA-001, STA-002, API-001, API-004; decisions D-020.
 */
export async function loadConfig(): Promise<Config> {
  try {
    const uncached = { 'cache-control': 'no-cache', pragma: 'no-cache' }
    const hosts = getConfig.reply.parse(await readJson('/config', asked(uncached)))
    const token = cookiesOf(hosts.product, window.tokenOfAddress ?? null).read('access_token')
    const answer = await readJson(
      `${hosts.domainBusinessRest}${getFrontendConfig.path}`,
      asked(bearer(token)),
    )
    const settings = getFrontendConfig.reply.parse((answer as { data?: unknown }).data)
    const properties = new Map(
      settings.map(({ property, propertyValue }) => [property, propertyValue]),
    )
    for (const [name, shape] of Object.entries(configuredJson)) {
      shape.parse(JSON.parse(properties.get(name) ?? ''))
    }
    return new Config(hosts, properties)
  } catch {
    throw new ConfigMissing()
  }
}

const asked = (headers: Record<string, string>) => ({
  headers,
  cache: 'no-store' as const,
  signal: AbortSignal.timeout(TIMEOUT_MS),
})
