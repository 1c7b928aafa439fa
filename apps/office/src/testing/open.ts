import { Api } from '@partner-office/web'
import { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'

import { Config } from '../lib/config.ts'
import { Cookies } from '../lib/cookies.ts'
import { type Status, StartUp } from '../shell/start-up.ts'
import { HOSTS } from './services.ts'

/** For tests: the start-up of an office whose services answer as told elsewhere. */
export function openStartUp(tokenOfAddress: string | null = null) {
  const config = new Config(HOSTS, new Map())
  const cookies = new Cookies(config.product)
  const queries = new QueryClient()
  const go = {
    toDashboard: vi.fn<() => void>(),
    toHome: vi.fn<() => void>(),
    toLogin: vi.fn<() => void>(),
    toLanguage: vi.fn<(language: string) => void>(),
  }
  const api = new Api(HOSTS, () => cookies.read('access_token'), {
    failedGlobally: (failure) => startUp.fail(failure),
    serverFailed: () => {},
  })
  const startUp: StartUp = new StartUp({ config, api, cookies, queries, tokenOfAddress, go })
  const statuses: Status['kind'][] = [startUp.read().kind]
  startUp.subscribe(() => statuses.push(startUp.read().kind))
  return { startUp, api, config, cookies, queries, go, statuses }
}

/** For tests: somebody's profile. */
export const PROFILE = {
  id: 7,
  firstName: 'Anna',
  lastName: 'Keller',
  email: 'anna@example.com',
  avatar: '',
  uiLanguage: 'de',
  verified: true,
  teamFl: 0,
  teamAll: 0,
  showRefLink: 1,
  allowPublicProfile: 1,
  invite: 'K7M2QX',
  parentInvite: null,
  sponsor: null,
  selfieRequired: false,
  language: 'de',
  telegram: '',
  sex: '',
  birthdate: '',
  countryId: 'DE',
  city: '',
  address1: '',
  address2: '',
  zip: '',
  phone: '',
  mobile: '',
  whatsapp: '',
  instagram: '',
  skype: '',
  viber: '',
  wechat: '',
  facebook: '',
  site: '',
  position: '',
  comment: '',
} as const
