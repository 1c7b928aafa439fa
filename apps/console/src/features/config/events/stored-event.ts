import type { CallReply, getConsoleEvents } from '@partner-office/contracts'

/** All events, with the version of the list. */
export type Events = CallReply<typeof getConsoleEvents>

/** An event as it is stored. */
export type StoredEvent = Events['content'][number]
