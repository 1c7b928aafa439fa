/** An item of the feed. Units: epoch milliseconds; `content` is HTML that is not clean. */
export type FeedItem = {
  /** An http(s) address; identifies the item. */
  readonly link: string
  readonly title: string
  /** Null: the feed does not say. */
  readonly date: number | null
  readonly category: string
  readonly content: string
  /** Address of a picture; empty: none. */
  readonly figure: string
  readonly guid: string
}

/** An item for a partner. Source: requirements NEW-006. */
export type NewsItem = FeedItem & { readonly isNew: boolean }

/**
 * Marks the items that are new to a partner: not read, and newer than the partner's account.
 *
 * Source: decisions D-108.
 */
export const newsFor = (
  items: readonly FeedItem[],
  reads: ReadonlySet<string>,
  registeredAt: number,
): NewsItem[] =>
  items.map((item) => ({
    ...item,
    isNew: (item.date ?? 0) > registeredAt && !reads.has(item.link),
  }))

/** The number of an own post, as the address of a page holds it; null for an item of another host. */
export function postOf({ link }: FeedItem): number | null {
  const { origin, searchParams } = new URL(link)
  const post = Number(searchParams.get('news'))
  return origin === location.origin && Number.isSafeInteger(post) && post > 0 ? post : null
}

/** The item that the list opens with: an own post by its number, or any item by its link. */
export type Opened = { readonly post?: number; readonly link?: string }
