import { PATHS } from '../apps/office/src/paths.ts'

/** Pages that stand open to everybody, whatever is wrong with a session. Source: requirements RTE-039. */
const FRONT = new Set(['home', 'invite', 'logout'])

/** The address of every page of the back layout, by the name of its route. */
export const backPages = (locale: string): (readonly [name: string, address: string])[] =>
  Object.entries(PATHS)
    .filter(([name]) => !FRONT.has(name))
    .map(([name, path]) => [name, addressOf(path, locale)] as const)

/** Parameters that may be left out are left out, the others hold what every page takes. */
const addressOf = (path: string, locale: string): string =>
  path
    .replace('$locale', locale)
    .replaceAll(/\/\{-\$\w+\}/g, '')
    .replaceAll(/\$\w+/g, '1')
