import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import type { ReactNode } from 'react'

import { Config } from '../lib/configuration/config.ts'
import { profileKey } from '../lib/session/profile-key.ts'
import { openTestOffice, PROFILE } from './open.ts'
import { answerCalls, page, recordQueries, success } from './services.ts'
import { showPage } from './show-page.tsx'

/** What a page is opened with. */
export type Opened = {
  /** The query of its address, such as `?view=history`. */
  readonly search?: string
  readonly answers?: Parameters<typeof answerCalls>[0]
  readonly profile?: object
  readonly properties?: Readonly<Record<string, string>>
}

const RATE = { from: 'EUR', to: 'UPT', rate: '2', rateType: 'SELL', updatedAt: 0 }

/**
 * For tests: opens a page at its path, for a partner with a profile, no disputes, and a rate of 2.
 *
 * Returns the queries that a path of the services was called with.
 */
export function openPage(
  component: () => ReactNode,
  path: string,
  { search = '', answers, profile, properties = {} }: Opened = {},
): (path: string) => string[] {
  answerCalls({
    'GET /v1/disputes': page([]),
    'GET /v1/exchange/current-rate': success(RATE),
    ...answers,
  })
  const asked = recordQueries()
  const office = {
    ...openTestOffice(),
    config: new Config(HOSTS, new Map(Object.entries(properties))),
  }
  office.queries.setQueryData(profileKey, { ...PROFILE, ...profile })
  showPage(office, component, { path, address: `/en${path}${search}` })
  return asked
}
