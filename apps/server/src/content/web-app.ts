import { CONFIG } from '@partner-office/contracts'
import { offeredLanguages } from '@partner-office/locales'
import type { FastifyInstance } from 'fastify'

import { frontendConfig, type Origins } from '../business/settings/frontend-config.ts'
import { recentSettings } from '../business/settings/read-settings.ts'
import type { Core } from '../core/core.ts'
import { serveArea } from '../http/serve-area.ts'
import { publicClient } from '../passport/tokens/oauth-client.ts'
import { appConfig, hostsOf } from './app-config.ts'
import { servePages } from './pages.ts'

type Options = {
  readonly app: 'office' | 'passport'
  readonly core: Core
  readonly origins: Origins
  /** Directory of the operators' PDF files; null: this service has none. */
  readonly documents: string | null
}

/** The pages of a screen app, and the configuration that names the services they call. */
export function webApp(service: FastifyInstance, { app, core, origins, documents }: Options): void {
  const config = () => appConfig(core.database, origins, publicClient)
  serveArea(service, CONFIG, { getConfig: config }, () => null)
  servePages(service, {
    app,
    core,
    origin: origins[app],
    documents,
    income: app === 'office' ? () => incomeFilling(core, origins, config) : null,
    settings: async () => {
      const { product, ...hosts } = await config()
      const { languages, googleApiKey, disclosure } = await recentSettings(core.database)
      const maps = app === 'office' && googleApiKey !== ''
      return {
        product,
        hosts: hostsOf(hosts),
        maps,
        languages: offeredLanguages(languages),
        hasIncome: disclosure === 'TRUE',
      }
    },
  })
}

/** The settings that public pages are configured by. */
async function incomeFilling(
  { database }: Core,
  origins: Origins,
  config: () => ReturnType<typeof appConfig>,
) {
  const properties = await frontendConfig(database, origins)
  return {
    hosts: await config(),
    properties: Object.fromEntries(
      properties.map(({ property, propertyValue }) => [property, propertyValue]),
    ),
  }
}
