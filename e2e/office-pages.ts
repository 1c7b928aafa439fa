import { PATHS } from '../apps/office/src/paths.ts'

/** Public pages, which open whatever is wrong with a session. Source: requirements RTE-039. */
const FRONT = new Set(['home', 'invite', 'logout', 'statement', 'pageNotFound'])

/** The addresses of all pages of the back layout, by route name. */
export const backPages = (locale: string): (readonly [name: string, address: string])[] =>
  Object.entries(PATHS)
    .filter(([name]) => !FRONT.has(name))
    .map(([name, path]) => [name, addressOf(path, locale)] as const)

/** Leaves optional parameters out and fills the others with a value that every page accepts. */
const addressOf = (path: string, locale: string): string =>
  path
    .replace('$locale', locale)
    .replaceAll(/\/\{-\$\w+\}/g, '')
    .replaceAll(/\$\w+/g, '1')
