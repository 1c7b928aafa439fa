import type { PostgresOptions } from '../db/postgres-pools.ts'

/** What a thread is started with. `postgres` null: the thread shares the one session of the embedded database. */
export type ThreadData<Given> = { readonly given: Given; readonly postgres: PostgresOptions | null }

/** What a thread sends to the process that has started it. */
export type FromThread<Result> =
  | ThreadQuery
  | { readonly kind: 'release'; readonly connection: number }
  | {
      readonly kind: 'progress'
      readonly done: number
      readonly of: number
      readonly part?: string
    }
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'failure'; readonly failure: Failure }

/** A query for a connection of the process. The first query of a connection takes it; `release` gives it back. */
export type ThreadQuery = {
  readonly kind: 'query'
  readonly id: number
  readonly connection: number
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** The statement that begins a change. */
export const BEGIN = 'begin'

/** The answer to the query of the same `id`. */
export type ToThread =
  | { readonly id: number; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly failure: Failure }

/** The message and code of an error, as sent to another thread. */
export type Failure = { readonly message: string; readonly code?: string | undefined }

export function failureOf(error: unknown): Failure {
  const { message, code } = error as Error & { readonly code?: string }
  return { message, code }
}

export const errorOf = ({ message, code }: Failure): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code })
