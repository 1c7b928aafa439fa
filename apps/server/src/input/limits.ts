// Every limit of calls. Two kinds stand elsewhere, because others need them too: the size of a body and of a form's files in
// the contract of its call (`bodyBytes`, `multipart`), and the wrong codes of payouts in the domain (`code-budget.ts`).
import { BODY_BYTES } from '@partner-office/contracts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Calls that a window allows, by the setting that changes it, until an operator does. 0: no limit.
 *
 * `user` and `address`: calls of a partner and from a network, counted in each process. The others hold across processes.
 * `signIn...`: calls that hash a password or send a mail, for an e-mail and from a network.
 * Source: decisions D-106.
 */
export const CALLS_ALLOWED = {
  'rateLimit.signInAccount': '5',
  'rateLimit.signInAddress': '60',
  'rateLimit.payoutInit': '10',
  'rateLimit.ticket': '5',
  'rateLimit.user': '300',
  'rateLimit.address': '3000',
} as const

/** Visits of invite pages that count from one network in a minute. Source: LNK-003. */
export const VISITS_OF_NETWORK = 30

/** Codes of invite pages whose visits wait to be written; further ones are dropped. */
export const MOST_VISITED_CODES = 10_000

/** How long the calls of a limit are counted together. */
export const CALL_WINDOW_MS = MINUTE_MS
export const TICKET_WINDOW_MS = HOUR_MS

/** Pages, files, health: one page loads many files, so a network may visit this many times as often as it may call. */
export const VISITS_PER_CALL = 10

/** Requests that wait for their answers at once. `ofConnection`: pipelined; browsers send one at a time on a connection. */
export const MOST_IN_FLIGHT = { all: 1_000, ofNetwork: 600, ofConnection: 16 } as const

/** A connection that goes on sending after a refusal is cut off after this many times `ofConnection` requests. */
export const CUT_OFF_FACTOR = 8

/** A connection: how long its headers and a body may take, and how long it is kept between two requests. */
export const CONNECTION = {
  headersWithinMs: 15_000,
  bodyWithinMs: 25_000,
  keptOpenMs: 72_000,
  checkedEveryMs: 5_000,
  bodyBytes: BODY_BYTES,
} as const

/** A form with files, besides what its contract says. `frameBytes`: the bytes around its parts. */
export const FORM = {
  fields: 20,
  fieldBytes: 64 * 1024,
  nameBytes: 100,
  frameBytes: 64 * 1024,
} as const

/** Forms that begin, and chunks of files of at most 64 KiB that are read, in one turn of the event loop. */
export const FORM_STEPS_IN_ONE_TURN = 2

/** Tasks that wait for a semaphore, unless it says more. */
export const MOST_QUEUED = 100

/**
 * Work that runs at once. `storing`: an upload that is stored keeps a processor busy, and the embedded database has one
 * session for all calls; its file waits on the disk. `picturesRead` limits the memory of files that arrive together; recoding
 * one and hashing a password keep a processor busy. `signIns`: more would keep other calls waiting for the database.
 */
export const AT_ONCE = {
  storing: 1,
  storingQueued: 500,
  picturesRead: 20,
  picturesRecoded: 1,
  passwordsHashed: 2,
  pastTeams: 2,
  signIns: { embedded: 4, postgres: 20 },
} as const

/**
 * Wrong passwords in a row. Every tenth locks: 10 -> 15 min, 20 -> 30 min, 30 -> 60 min, ..., at most one day.
 *
 * Source: decisions D-031.
 */
export const WRONG_PASSWORDS = {
  inARow: 10,
  firstLockMs: 15 * MINUTE_MS,
  longestLockMs: 24 * HOUR_MS,
} as const

/** Mails with a link for a new password that an account gets in a day without waiting. */
export const RESET_MAILS_A_DAY = 5

/** Bytes that the files of one partner's tickets may take together. */
export const TICKET_FILES_BYTES = 500_000_000
