/**
 * A condition that holds. `object` tells it from others of its name; `parameters` are what its sentence is made of, besides the name.
 * Units: `since` null means since it was first seen; instants among the parameters. The sentence holds no age: it would be another
 * one each minute.
 */
export type Condition = {
  readonly object: string
  readonly sentence: string
  readonly parameters: Readonly<Record<string, string | number>>
  readonly since: number | null
}
