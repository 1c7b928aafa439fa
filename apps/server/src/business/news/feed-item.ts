/** One item of a feed. Units: `content` is clean HTML, the other fields are plain text; epoch milliseconds. */
export type FeedItem = {
  /** An http(s) address; identifies the item. */
  readonly link: string
  readonly title: string
  /** Null: the feed does not say. */
  readonly publishedAt: number | null
  /** Empty: none. */
  readonly category: string
  readonly content: string
  /** Address of a picture; empty: none. */
  readonly figure: string
}

/** The most items that a feed shows. */
export const MOST_ITEMS = 50

/** The newest items, each link once; undated items last. */
export function newest(items: readonly FeedItem[]): FeedItem[] {
  const byLink = new Map(items.toReversed().map((item) => [item.link, item]))
  return [...byLink.values()]
    .toReversed()
    .toSorted((a, b) => (b.publishedAt ?? -1) - (a.publishedAt ?? -1))
    .slice(0, MOST_ITEMS)
}
