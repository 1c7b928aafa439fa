import officeTexts from '@partner-office/locales/en/office.json'
import sharedTexts from '@partner-office/locales/en/shared.json'
import { Api, type FailureHandlers, Texts } from '@partner-office/web'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { createBrowserHistory } from '@tanstack/react-router'
import { vi } from 'vitest'

import { Config } from '../lib/configuration/config.ts'
import { cookiesOf } from '../lib/session/view.ts'
import { Notifier } from '../lib/queries/notifier.ts'
import type { Office } from '../lib/session/office.ts'
import { officeQueries } from '../lib/queries/query-cache.ts'
import { type Status, StartUp } from '../shell/start-up.ts'

const LEGAL_FILES = { privacy: 'p.pdf', terms: 't.pdf', disclaimer: 'd.pdf', donts: 'n.pdf' }
const PROPERTIES = new Map([['legalFiles', JSON.stringify(LEGAL_FILES)]])

/** For tests: the start-up of an office. `answerCalls` sets the answers of its services. */
export function openStartUp(tokenOfAddress: string | null = null) {
  const config = new Config(HOSTS, PROPERTIES)
  const cookies = cookiesOf(config.product, tokenOfAddress)
  const queries = officeQueries()
  const go = {
    toWanted: vi.fn<() => void>(),
    refresh: vi.fn<() => void>(),
    toHome: vi.fn<() => void>(),
    toLogin: vi.fn<() => void>(),
    toLanguage: vi.fn<(language: string) => void>(),
  }
  const failures: FailureHandlers = {
    failedGlobally: (failure) => startUp.fail(failure),
    serverFailed: () => {},
  }
  const api = new Api(HOSTS, () => cookies.read('access_token'), failures, config.giveUpMs)
  const startUp: StartUp = new StartUp({ config, api, cookies, queries, tokenOfAddress, go })
  const statuses: Status['kind'][] = [startUp.read().kind]
  startUp.subscribe(() => statuses.push(startUp.read().kind))
  return { startUp, api, config, cookies, queries, go, statuses }
}

/** For tests: the services of the office for its pages. */
export function openTestOffice(): Office {
  const { startUp, api, config, cookies, queries } = openStartUp()
  const texts = new Texts(HOSTS.domainTranslations, { ...sharedTexts, ...officeTexts })
  const history = createBrowserHistory()
  const notifier = new Notifier()
  return { startUp, api, config, cookies, queries, texts, history, notifier, kept: null }
}

/** For tests: the profile of a partner. */
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
  version: 'stored-once',
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
  hideContacts: false,
} as const
