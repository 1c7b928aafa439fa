/** The largest few of many, largest first; of equal ones the lower id. */
export class Largest<Item extends { readonly id: number; readonly size: number }> {
  readonly items: Item[] = []
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  add(item: Item): void {
    const { items } = this
    const place = items.findIndex((each) => isBefore(item, each))
    if (place >= 0) items.splice(place, 0, item)
    else if (items.length < this.#most) items.push(item)
    if (items.length > this.#most) items.pop()
  }
}

type Sized = { readonly id: number; readonly size: number }

const isBefore = (one: Sized, other: Sized): boolean =>
  one.size > other.size || (one.size === other.size && one.id < other.id)
