import { DomHandler, type ParserOptions, Parser } from 'htmlparser2'

import { FeedRefused } from './feed-refused.ts'

const DEEPEST = 100

/** Stops at an element that is nested too deep: the parser's time grows with the square of the depth. */
class ShallowHandler extends DomHandler {
  #depth = 0

  override onopentag(name: string, attribs: Record<string, string>): void {
    this.#depth += 1
    if (this.#depth > DEEPEST) throw new FeedRefused(`nests more than ${DEEPEST} elements`)
    super.onopentag(name, attribs)
  }

  override onclosetag(): void {
    this.#depth -= 1
    super.onclosetag()
  }
}

/** Parses XML or HTML. Refuses: `FeedRefused`, for elements that are nested more than 100 deep. */
export function parseShallow(text: string, options: ParserOptions = {}): DomHandler['root'] {
  const handler = new ShallowHandler()
  new Parser(handler, options).end(text)
  return handler.root
}
