/** Reads the value of one search parameter; `undefined` drops the value. */
export type Reader<T> = (value: unknown) => T | undefined

type Readers = Readonly<Record<string, Reader<unknown>>>

/** The search parameters of a route, as its pages read them. */
export type Search<R extends Readers> = { readonly [Name in keyof R]?: ReturnType<R[Name]> }

/**
 * Makes the validator of a route's search parameters: one reader for each parameter.
 *
 * A value that its reader refuses is dropped. A parameter without a reader stays in the address, and no page reads it.
 */
export const searchParams =
  <const R extends Readers>(readers: R) =>
  (address: Readonly<Record<string, unknown>>): Search<R> =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(address[name])]),
    ) as Search<R>

/** Reads one of these values. */
export const oneOf =
  <const Value>(...values: readonly Value[]): Reader<Value> =>
  (value) =>
    values.find((known) => known === value)
