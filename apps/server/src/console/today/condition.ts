/**
 * A condition that holds. `object` tells it from others of its name. Units: `since` null means since it was first seen. The sentence
 * holds no age: it would be another one each minute.
 */
export type Condition = {
  readonly object: string
  readonly sentence: string
  readonly since: number | null
}
