import type { SignedDisclosure } from '../business/disclosures.ts'
import type { CallReply } from '../contract.ts'
import type { getConfig } from './config.ts'

/** What the page about the income of partners is rendered from. The server renders it: it needs no script. */
export type IncomePageFacts = {
  readonly locale: string
  readonly hosts: CallReply<typeof getConfig>
  /** The settings of the screens by name. */
  readonly properties: Readonly<Record<string, string>>
  readonly texts: Readonly<Record<string, string>>
  /** Whether the reader may have a session: the page then offers no sign-in. */
  readonly isSignedIn: boolean
  /** Whether there is no disclosure because of fewer than ten partners. */
  readonly isTooSmall: boolean
  /** Of the twelve months that end with the month; null where there is none. */
  readonly year: SignedDisclosure | null
  readonly month: SignedDisclosure | null
  /** The months with a disclosure, the newest first. */
  readonly months: readonly string[]
}

/** The parts of the page that depend on its facts. */
export type RenderedPage = {
  readonly direction: string
  readonly title: string
  readonly description: string
  readonly body: string
}
