import { DayText, PathId } from '@partner-office/contracts'
import { parseMonth } from '@partner-office/domain'
import type { Reader } from '@partner-office/web'
import type { RegisteredRouter, RouteById } from '@tanstack/react-router'

import type { PATHS } from '../../paths.ts'

/**
 * Reads a text. The router parses `123`, `true` and `null` in an address as JSON: they are texts again. Lists and objects, which
 * no page writes there, are dropped: some of them have no text, and throw.
 */
export const text: Reader<string> = (value) =>
  value === undefined || (typeof value === 'object' && value !== null) ? undefined : String(value)

/** Reads an instant. Units: epoch milliseconds. */
export const instant: Reader<number> = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined

/** Reads a month such as `2026-11`. Source: requirements INF-003. */
export const month: Reader<string> = (value) =>
  typeof value === 'string' && parseMonth(value) !== null ? value : undefined

/** Reads a UTC day such as `2026-11-21`; a year below 1000 is still being typed. */
export const day: Reader<string> = (value) => {
  const { data } = DayText.safeParse(value)
  return data === undefined || data < '1000' ? undefined : data
}

/** Reads the number of a record, an order or a page. */
export const id: Reader<number> = (value) => PathId.safeParse(text(value)).data

/** The parameters of a page that explains amounts: a credited record, or an order of the downline. */
export const EXPLAINED = { why: id, order: id } as const

type PagePath = (typeof PATHS)[keyof typeof PATHS]

type SearchOf<Path extends PagePath> = RouteById<
  RegisteredRouter['routeTree'],
  Path
>['types']['fullSearchSchema']

/** The paths of the pages that have a search parameter. */
export type PathWith<Param extends string> = {
  [Path in PagePath]: Param extends keyof SearchOf<Path> ? Path : never
}[PagePath]
