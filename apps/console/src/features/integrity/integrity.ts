import type { CallReply, getIntegrity } from '@partner-office/contracts'

/** What the page of integrity shows. */
export type Integrity = CallReply<typeof getIntegrity>
