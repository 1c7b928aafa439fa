/** A feed that is not used, with the reason. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused'
}
