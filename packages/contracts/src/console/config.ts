import { isCountryCode } from '@partner-office/domain'
import { z } from 'zod'

import { type Contract, LARGE_BODY_BYTES } from '../contract.ts'
import { NewEvent } from '../operators/content.ts'
import { ById, Currency, DecimalText, Id, Instant, OneLine, RateText } from '../primitives.ts'
import { ROLES } from './roles.ts'

/** Identifies the stored values that the caller saw. */
const Version = z.string().max(64)

const admins = { auth: 'operator', roles: ['admin'] } as const
const all = { auth: 'operator', roles: ROLES } as const

const Cursor = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .optional()

// Settings

/** What a value looks like: the page chooses its field by it. */
export const SettingKind = z.enum(['flag', 'choice', 'list', 'number', 'json', 'text'])
export type SettingKind = z.infer<typeof SettingKind>

/**
 * A setting.
 *
 * Units: `accepts` are the words behind "must be"; `words` are those that a choice or list knows; `setAt` and `setBy`: null for a default,
 * and `setBy` also where the audit log names nobody. `isGuarded`: a change needs a second operator.
 * Source: requirements CNF-001.
 */
export const Setting = z.object({
  name: z.string(),
  group: z.string(),
  meaning: z.string(),
  audience: z.enum(['frontend', 'server']),
  kind: SettingKind,
  accepts: z.string(),
  words: z.array(z.string()),
  default: z.string(),
  value: z.string(),
  isSet: z.boolean(),
  isGuarded: z.boolean(),
  setAt: Instant.nullable(),
  setBy: z.string().nullable(),
  proposal: Id.nullable(),
})
export type Setting = z.infer<typeof Setting>

type Found = { readonly group?: string | undefined; readonly find?: string | undefined }

/** Whether a setting is in a group, and its name, meaning or value has some words in it, in capitals or not. */
export const isSettingFound = (
  { name, meaning, value, group }: Setting,
  { group: wanted, find = '' }: Found,
): boolean =>
  (wanted === undefined || group === wanted) &&
  [name, meaning, value].some((text) => text.toLowerCase().includes(find.toLowerCase()))

/** All settings, by name, as `office config list` shows them. */
export const getSettings = {
  method: 'GET',
  path: '/console/v1/config/settings',
  ...all,
  reply: z.object({ content: z.array(Setting) }),
  refusals: [],
} as const satisfies Contract

const SettingPath = z.object({ name: z.string().max(100) })

/**
 * The values that a setting had, the newest first. Units: null for a value: the default; `at` is null where the journal has no instant
 * and the audit log no entry. Source: requirements CNF-004.
 */
export const getSettingHistory = {
  method: 'GET',
  path: '/console/v1/config/settings/:name/history',
  ...all,
  params: SettingPath,
  reply: z.object({
    content: z.array(
      z.object({
        value: z.string().nullable(),
        at: Instant.nullable(),
        actor: z.string().nullable(),
        proposal: Id.nullable(),
      }),
    ),
  }),
  refusals: [],
} as const satisfies Contract

/** New values by setting; null: the default again. */
const SettingValues = z.record(z.string().max(100), z.string().max(20_000).nullable())

/** What is wrong with values, by the rule of the server and in its words; changes nothing. Source: requirements CNF-002. */
export const postSettingsCheck = {
  method: 'POST',
  path: '/console/v1/config/settings/check',
  ...all,
  bodyBytes: LARGE_BODY_BYTES,
  body: z.object({ values: SettingValues }),
  reply: z.object({ problems: z.array(z.object({ name: z.string(), problem: z.string() })) }),
  refusals: [],
} as const satisfies Contract

/**
 * Change settings, all or none. Units: `seen` are the values that the caller saw.
 *
 * Refuses: `proposal_required`, for settings that need a second operator: propose each; `changed_meanwhile`, with the names.
 * Source: requirements CNF-003, APR-001.
 */
export const putSettings = {
  method: 'PUT',
  path: '/console/v1/config/settings',
  ...admins,
  bodyBytes: LARGE_BODY_BYTES,
  body: z.object({ values: SettingValues, seen: SettingValues }),
  reply: z.object({ content: z.array(Setting) }),
  refusals: ['proposal_required', 'changed_meanwhile'],
} as const satisfies Contract

// Rates

const RateType = z.enum(['SELL', 'BUY'])
const Pair = z.object({ from: Currency, to: Currency, rateType: RateType })

/**
 * A rate in force. Units: `setBy` is null where the audit log names nobody; `confirmedAt`: when the feed has last named it; `next`: what
 * the feed names and the product has left out.
 */
export const ConsoleRate = Pair.extend({
  id: Id,
  rate: DecimalText,
  setAt: Instant,
  source: z.enum(['operator', 'feed', 'product']),
  setBy: z.string().nullable(),
  confirmedAt: Instant.nullable(),
  /** Programmes of the plan in force that are credited at it, routes and open payouts that are valued at it. */
  uses: z.object({
    programmes: z.array(z.string()),
    routes: z.array(z.string()),
    pendingPayouts: z.int().nonnegative(),
  }),
})
export type ConsoleRate = z.infer<typeof ConsoleRate>

/** Rates in force, and quotes of the feed that were left out because they jump. Source: requirements CNF-005, CNF-006. */
export const getConsoleRates = {
  method: 'GET',
  path: '/console/v1/config/rates',
  ...all,
  reply: z.object({
    content: z.array(ConsoleRate),
    jumpPercent: z.string(),
    leftOut: z.array(Pair.extend({ rate: DecimalText, at: Instant })),
  }),
  refusals: [],
} as const satisfies Contract

/** The rates that a pair had, the newest first. */
export const getRateHistory = {
  method: 'GET',
  path: '/console/v1/config/rates/history',
  ...all,
  query: Pair.extend({ rateType: RateType.default('SELL'), cursor: Cursor }),
  reply: z.object({
    content: z.array(z.object({ id: Id, rate: DecimalText, setAt: Instant })),
    next: z.string().optional(),
  }),
  refusals: [],
} as const satisfies Contract

/**
 * Set rates, all or none. Units: `last`: the number of the rate in force that the caller saw; null: there was none.
 *
 * Refuses: `proposal_required`, when one of them jumps: propose them; `changed_meanwhile`.
 * Source: requirements CNF-005, CNF-006.
 */
export const putConsoleRates = {
  method: 'PUT',
  path: '/console/v1/config/rates',
  auth: 'operator',
  roles: ['finance', 'admin'],
  isFresh: true,
  body: z.object({
    rates: z
      .array(Pair.extend({ rate: RateText, last: Id.nullable() }))
      .min(1)
      .max(50),
  }),
  reply: z.object({ rates: z.int().positive() }),
  refusals: ['proposal_required', 'changed_meanwhile'],
} as const satisfies Contract

// News

/** A post as an operator writes it. Units: `content` is Markdown; `figure` names a picture, empty: none. */
const WrittenPost = z.object({
  language: z.string().max(10),
  title: z.string().max(1_000),
  category: z.string().max(1_000),
  date: z.string().max(100),
  figure: z.string().max(200).default(''),
  content: z.string().max(100_000),
})

/** A stored post; `planned`: it appears later. */
export const ConsolePost = z.object({
  id: Id,
  language: z.string(),
  title: z.string(),
  category: z.string(),
  publishedAt: Instant,
  figure: z.string(),
  content: z.string(),
  state: z.enum(['planned', 'published']),
  version: Version,
})
export type ConsolePost = z.infer<typeof ConsolePost>

/** Posts, the newest first. Source: requirements CNF-007. */
export const getConsoleNews = {
  method: 'GET',
  path: '/console/v1/config/news',
  ...all,
  query: z.object({
    language: z.string().max(10).optional(),
    state: z.enum(['planned', 'published']).optional(),
    cursor: z
      .string()
      .regex(/^\d{1,15}-[1-9]\d{0,15}$/)
      .optional(),
  }),
  reply: z.object({ content: z.array(ConsolePost), next: z.string().optional() }),
  refusals: [],
} as const satisfies Contract

/** Add a post. */
export const postConsoleNews = {
  method: 'POST',
  path: '/console/v1/config/news',
  ...admins,
  bodyBytes: LARGE_BODY_BYTES,
  body: WrittenPost,
  reply: ConsolePost,
  refusals: [],
} as const satisfies Contract

/** Change a post. */
export const putConsoleNews = {
  method: 'PUT',
  path: '/console/v1/config/news/:id',
  ...admins,
  params: ById,
  bodyBytes: LARGE_BODY_BYTES,
  body: WrittenPost.extend({ version: Version }),
  reply: ConsolePost,
  refusals: ['changed_meanwhile'],
} as const satisfies Contract

/** Delete a post. */
export const deleteConsoleNews = {
  method: 'DELETE',
  path: '/console/v1/config/news/:id',
  ...admins,
  params: ById,
  body: z.object({ version: Version }),
  reply: z.object({}),
  refusals: ['changed_meanwhile'],
} as const satisfies Contract

/** A post as the office shows it, and what is wrong with it; changes nothing. Source: requirements CNF-007. */
export const postNewsPreview = {
  method: 'POST',
  path: '/console/v1/config/news/preview',
  ...all,
  bodyBytes: LARGE_BODY_BYTES,
  body: WrittenPost,
  reply: z.object({
    html: z.string(),
    problems: z.array(z.object({ place: z.string(), problem: z.string() })),
  }),
  refusals: [],
} as const satisfies Contract

const LanguageCode = z.string().regex(/^[a-z]{2}$/)

/** Megabytes in bytes. */
const MB = 1_048_576

/** Upload a picture for posts of a language; its name is answered. Refuses: `validation_fail`, for a file that is no whole JPEG or PNG. */
export const postPicture = {
  method: 'POST',
  path: '/console/v1/config/pictures',
  ...admins,
  multipart: {
    fields: z.object({ language: LanguageCode, name: z.string(), file: z.file() }),
    files: 1,
    fileBytes: 5 * MB,
    withinMs: 2 * 60_000,
  },
  reply: z.object({ name: z.string() }),
  refusals: ['validation_fail'],
} as const satisfies Contract

// Legal documents

/** Where the PDF of a language comes from. */
const LegalSource = z.enum(['own', 'english', 'sample'])

const LegalEntry = z.object({ name: z.string().max(100), file: z.string().max(100) })

/**
 * The eight documents.
 *
 * Units: `languages`: where each offered language has its file from; `accepted`: partners who have accepted the list in force.
 * Source: requirements CNF-008.
 */
export const getConsoleLegals = {
  method: 'GET',
  path: '/console/v1/config/legals',
  ...all,
  reply: z.object({
    content: z.array(
      LegalEntry.extend({
        languages: z.array(
          z.object({
            language: z.string(),
            source: LegalSource,
            bytes: z.int().nonnegative().nullable(),
            changedAt: Instant.nullable(),
          }),
        ),
      }),
    ),
    version: Version,
    accepted: z.int().nonnegative(),
  }),
  refusals: [],
} as const satisfies Contract

/** What a new list would ask of partners; changes nothing. Units: `again`: partners who must accept again. */
export const postLegalsPreview = {
  method: 'POST',
  path: '/console/v1/config/legals/preview',
  ...all,
  body: z.object({ documents: z.array(LegalEntry).max(20) }),
  reply: z.object({ again: z.int().nonnegative(), problem: z.string().nullable() }),
  refusals: [],
} as const satisfies Contract

/** Replace the list of documents; everybody is asked to accept the new one. */
export const putConsoleLegals = {
  method: 'PUT',
  path: '/console/v1/config/legals',
  ...admins,
  body: z.object({ documents: z.array(LegalEntry).max(20), version: Version }),
  reply: z.object({ version: Version }),
  refusals: ['changed_meanwhile'],
} as const satisfies Contract

/**
 * Upload the PDF of a document in a language. Refuses: `validation_fail`, for a file that is no whole PDF or does anything; `not_found`,
 * for a file that no document names. Source: requirements CNF-008.
 */
export const postLegalFile = {
  method: 'POST',
  path: '/console/v1/config/legals/file',
  ...admins,
  multipart: {
    fields: z.object({ language: LanguageCode, name: z.string(), file: z.file() }),
    files: 1,
    fileBytes: 15 * MB,
    withinMs: 5 * 60_000,
  },
  reply: z.object({ bytes: z.int().positive(), sha256: z.string() }),
  refusals: ['validation_fail'],
} as const satisfies Contract

// Events and countries

/** An event as it is stored. */
const StoredEvent = z.object({
  id: Id,
  title: z.string(),
  eventEndDate: Instant,
  registrationStartDate: Instant,
  registrationEndDate: Instant,
})

/** All events, in the order of their ends. */
export const getConsoleEvents = {
  method: 'GET',
  path: '/console/v1/config/events',
  ...all,
  reply: z.object({ content: z.array(StoredEvent), version: Version }),
  refusals: [],
} as const satisfies Contract

/** Replace all events. Source: requirements CNF-009. */
export const putConsoleEvents = {
  method: 'PUT',
  path: '/console/v1/config/events',
  ...admins,
  bodyBytes: LARGE_BODY_BYTES,
  body: z.object({ events: z.array(NewEvent).max(1000), version: Version }),
  reply: z.object({ version: Version }),
  refusals: ['changed_meanwhile'],
} as const satisfies Contract

const CountryCode = z.string().refine(isCountryCode)

/** All countries with the partners who live there. Units: `barred`: from registration; `restricted`: from buying. */
export const getConsoleCountries = {
  method: 'GET',
  path: '/console/v1/config/countries',
  ...all,
  reply: z.object({
    content: z.array(
      z.object({
        code: z.string(),
        partners: z.int().nonnegative(),
        barred: z.boolean(),
        restricted: z.boolean(),
      }),
    ),
    version: Version,
  }),
  refusals: [],
} as const satisfies Contract

/** Replace the countries that are barred from registration and from buying. Source: requirements CNF-009. */
export const putConsoleCountries = {
  method: 'PUT',
  path: '/console/v1/config/countries',
  ...admins,
  body: z.object({
    barred: z.array(CountryCode).max(300),
    restricted: z.array(CountryCode).max(300),
    version: Version,
  }),
  reply: z.object({ version: Version }),
  refusals: ['changed_meanwhile'],
} as const satisfies Contract

/** Partners who live in a country, by id; contacts are masked. Source: requirements CNF-009; D-175. */
export const getResidents = {
  method: 'GET',
  path: '/console/v1/config/countries/:code/partners',
  ...all,
  params: z.object({ code: CountryCode }),
  query: z.object({ cursor: Cursor }),
  reply: z.object({
    content: z.array(
      z.object({ id: Id, firstName: z.string(), lastName: z.string(), email: z.string() }),
    ),
    next: z.string().optional(),
  }),
  refusals: [],
} as const satisfies Contract

// Languages

/**
 * The languages of the product.
 *
 * Units: `isOwn`: `DATA_DIR/translations` has a set of it; `findings`: what that set lacks or breaks, as `office languages check` says.
 * Source: requirements CNF-010.
 */
export const getConsoleLanguages = {
  method: 'GET',
  path: '/console/v1/config/languages',
  ...all,
  reply: z.object({
    content: z.array(
      z.object({
        language: z.string(),
        isBuilt: z.boolean(),
        isOffered: z.boolean(),
        isOwn: z.boolean(),
        findings: z.array(z.string()),
      }),
    ),
  }),
  refusals: [],
} as const satisfies Contract

/** Texts whose key, or text in any language, contains the words; each in all languages. Units: at most 50 keys. */
export const getTexts = {
  method: 'GET',
  path: '/console/v1/config/texts',
  ...all,
  query: z.object({ search: OneLine.refine((text) => text.trim().length >= 2) }),
  reply: z.object({
    content: z.array(
      z.object({
        area: z.string(),
        key: z.string(),
        texts: z.record(z.string(), z.object({ text: z.string(), isOwn: z.boolean() })),
      }),
    ),
    hasMore: z.boolean(),
  }),
  refusals: [],
} as const satisfies Contract
