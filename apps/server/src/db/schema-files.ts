import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** SQL of a file, by its path below `db`. */
export type SqlFile = { readonly name: string; readonly text: string }

/** Tables by area, each after the tables that it refers to. */
const TABLES = [
  'types',
  'passport-accounts',
  'passport-sign-in',
  'passport-mails',
  'passport-documents',
  'network',
  'plan',
  'ledger',
  'orders',
  'months',
  'bonuses',
  'payouts',
  'statements',
  'history',
  'profile',
  'support-and-news',
  'mails',
  'first-rows',
]

/** The tables of the baseline, with their indexes, rights and first rows, in the order in which they can be created. */
export const tableFiles = (): SqlFile[] => TABLES.map((area) => readSql(`tables/${area}.sql`))

/** Functions and triggers in force, in any order: their bodies are not checked when they are created. */
export const functionFiles = (): SqlFile[] =>
  readdirSync(join(import.meta.dirname, 'functions'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .map((path) => readSql(`functions/${path.split(sep).join('/')}`))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))

/** Indexes of tables that may be large, each a statement of its own. */
export const largeIndexes = (): string[] =>
  readSql('large-indexes.sql').text.match(/^create index [^;]+/gm) ?? []

const readSql = (name: string): SqlFile => ({
  name,
  text: readFileSync(join(import.meta.dirname, name), 'utf8'),
})
