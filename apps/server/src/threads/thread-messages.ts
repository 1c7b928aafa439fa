/** What a thread sends to the process that has started it. */
export type FromThread<Result> =
  | {
      readonly kind: 'query'
      readonly id: number
      readonly sql: string
      readonly parameters: readonly unknown[]
    }
  | {
      readonly kind: 'progress'
      readonly done: number
      readonly of: number
      readonly part?: string
    }
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'failure'; readonly failure: Failure }

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
