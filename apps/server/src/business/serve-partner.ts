import type { CallInput, CallReply, Contract } from '@partner-office/contracts'

import type { FormLimits, FormPart } from '../core/form-parts.ts'

/**
 * Serves a contract. `partnerId` is the partner who is signed in, the only one whose data a call may touch; `session` is the
 * session that the call came with.
 */
export type ServePartner = <Of extends Contract>(
  contract: Of,
  answer: (input: CallInput<Of>, partnerId: number, session: string) => Promise<CallReply<Of>>,
) => void

/** Serves a contract whose body is a form with files. The answer must read every file to its end, or throw. */
export type ServePartnerForm = <Of extends Contract>(
  contract: Of,
  limits: FormLimits,
  answer: (parts: AsyncIterable<FormPart>, partnerId: number) => Promise<CallReply<Of>>,
) => void
