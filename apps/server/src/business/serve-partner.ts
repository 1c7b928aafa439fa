import type { CallInput, CallReply, Contract } from '@partner-office/contracts'

/** Serves a contract. `partnerId` is the partner who is signed in, the only one whose data a call may touch. */
export type ServePartner = <Of extends Contract>(
  contract: Of,
  answer: (input: CallInput<Of>, partnerId: number) => Promise<CallReply<Of>>,
) => void
