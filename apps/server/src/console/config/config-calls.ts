import { createHash } from 'node:crypto'

import type { CONSOLE } from '@partner-office/contracts'

import { audited } from '../../business/audit/audit-log.ts'
import { SETTING_KEYS } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { changeCountries, listOf, readCountries, readResidents } from './countries.ts'
import { changeEvents, readEventList } from './events.ts'
import { findTexts, readLanguages } from './languages.ts'
import { previewLegals, readLegals, replaceLegals, storeLegalFile, storePicture } from './legals.ts'
import { addNews, changeNews, deleteNews, listPosts, previewOf } from './news.ts'
import { rateHistory, readRateList, setAtOnce } from './rates.ts'
import { changeAtOnce, problemsOf, readSettingList, settingHistory } from './settings.ts'

type Calls<Name extends keyof typeof CONSOLE.config> = Pick<
  Handlers<typeof CONSOLE.config, Caller>,
  Name
>

/** Makes a change with its entry in the audit log, under the command that does the same. */
type Change = <T>(
  caller: Caller,
  command: string,
  details: object | (() => object),
  work: (core: Core) => Promise<T>,
) => Promise<T>

/** The calls of the configuration. */
export const configCalls = (console: Console): Handlers<typeof CONSOLE.config, Caller> => {
  const change: Change = (caller, command, details, work) => {
    const { email: actor } = signedIn(caller).session
    const read = typeof details === 'function' ? (details as () => object) : () => details
    return audited(console.core, { actor, command, details: read }, work)
  }
  return {
    ...settingCalls(console, change),
    ...rateCalls(console, change),
    ...newsCalls(console, change),
    ...legalCalls(console, change),
    ...placeCalls(console, change),
    ...languageCalls(console),
  }
}

const settingCalls = (
  { core }: Console,
  change: Change,
): Calls<'getSettings' | 'getSettingHistory' | 'postSettingsCheck' | 'putSettings'> => {
  const list = async () => ({ content: await readSettingList(core.database.read) })
  return {
    getSettings: list,
    getSettingHistory: async ({ params: { name } }) => ({
      content: await settingHistory(core.database.read, name),
    }),
    postSettingsCheck: async ({ body: { values } }) => ({ problems: problemsOf(values) }),
    putSettings: async ({ body: { values, seen } }, caller) => {
      const details = { object: Object.keys(values).join(', '), values }
      await core.database.recent.forgetAfter(
        change(caller, 'config set', details, (on) => changeAtOnce(on, { values, seen })),
        SETTING_KEYS,
      )
      return list()
    },
  }
}

const rateCalls = (
  { core }: Console,
  change: Change,
): Calls<'getConsoleRates' | 'getRateHistory' | 'putConsoleRates'> => ({
  getConsoleRates: () => readRateList(core),
  getRateHistory: ({ query }) => rateHistory(core.database.read, query),
  putConsoleRates: async ({ body: { rates } }, caller) => {
    const quotes = rates.map(({ last: _last, ...rate }) => rate)
    const object = quotes.map(({ from, to, rateType }) => `${from}/${to} ${rateType}`).join(', ')
    await change(caller, 'rates set', { object, rates: quotes }, (on) => setAtOnce(on, rates))
    return { rates: rates.length }
  },
})

const newsCalls = (
  console: Console,
  change: Change,
): Calls<
  | 'getConsoleNews'
  | 'postConsoleNews'
  | 'putConsoleNews'
  | 'deleteConsoleNews'
  | 'postNewsPreview'
  | 'postPicture'
> => {
  const { core, officeOrigin } = console
  return {
    getConsoleNews: ({ query }) => listPosts(core, query),
    postConsoleNews: ({ body }, caller) => {
      const { language, title, date } = body
      return change(caller, 'news add', { language, title, date }, (on) => addNews(on, body))
    },
    putConsoleNews: ({ params: { id }, body: { version, ...post } }, caller) => {
      const { language, title, date } = post
      return change(caller, 'news change', { id, language, title, date }, (on) =>
        changeNews(on, { id, version }, post),
      )
    },
    deleteConsoleNews: async ({ params: { id }, body: { version } }, caller) => {
      await change(caller, 'news delete', { id }, (on) => deleteNews(on, { id, version }))
      return {}
    },
    postNewsPreview: async ({ body }) => previewOf(body, officeOrigin),
    postPicture: async ({ parts }, caller) => {
      let stored = {}
      const { name } = await change(
        caller,
        'news picture',
        () => stored,
        async () => {
          const uploaded = await storePicture(console, parts)
          stored = uploaded
          return uploaded
        },
      )
      return { name }
    },
  }
}

const legalCalls = (
  console: Console,
  change: Change,
): Calls<'getConsoleLegals' | 'postLegalsPreview' | 'putConsoleLegals' | 'postLegalFile'> => ({
  getConsoleLegals: () => readLegals(console),
  postLegalsPreview: ({ body: { documents } }) =>
    previewLegals(console.core.database.read, documents),
  putConsoleLegals: async ({ body }, caller) => {
    const legalDocuments = JSON.stringify(body.documents.map(({ name, file }) => ({ name, file })))
    await console.core.database.recent.forgetAfter(
      change(caller, 'legals', { legalDocuments }, (on) => replaceLegals(on, body)),
      SETTING_KEYS,
    )
    const { version } = await readLegals(console)
    return { version }
  },
  postLegalFile: async ({ parts }, caller) => {
    let stored = {}
    const { bytes, sha256 } = await change(
      caller,
      'legals file',
      () => stored,
      async () => {
        const uploaded = await storeLegalFile(console, parts)
        stored = uploaded
        return uploaded
      },
    )
    return { bytes, sha256 }
  },
})

const placeCalls = (
  { core }: Console,
  change: Change,
): Calls<
  | 'getConsoleEvents'
  | 'putConsoleEvents'
  | 'getConsoleCountries'
  | 'putConsoleCountries'
  | 'getResidents'
> => {
  const { read, recent } = core.database
  return {
    getConsoleEvents: () => readEventList(read),
    putConsoleEvents: async ({ body }, caller) => {
      const text = JSON.stringify(body.events)
      const details = { events: body.events.length, sha256: sha256(text) }
      await change(caller, 'events', details, (on) => changeEvents(on, body))
      const { version } = await readEventList(read)
      return { version }
    },
    getConsoleCountries: () => readCountries(read),
    putConsoleCountries: async ({ body }, caller) => {
      const details = {
        registrationBarredCountries: listOf(body.barred),
        purchaseRestrictedCountries: listOf(body.restricted),
      }
      await recent.forgetAfter(
        change(caller, 'countries', details, (on) => changeCountries(on, body)),
        SETTING_KEYS,
      )
      const { version } = await readCountries(read)
      return { version }
    },
    getResidents: ({ params: { code }, query: { cursor } }) =>
      readResidents(read, { code, cursor }),
  }
}

const languageCalls = ({ core }: Console): Calls<'getConsoleLanguages' | 'getTexts'> => ({
  getConsoleLanguages: () => readLanguages(core.database.read),
  getTexts: async ({ query: { search } }) => findTexts(search),
})

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
